import { useEffect, useState } from 'react'
import { readVisits } from '../device/recent-ormas.ts'
import { readNewestSeen } from '../features/feed/feed-memory.ts'
import { OrmaNotes } from '../features/home/orma-notes.tsx'
import type { ListedOrma } from '../features/home/orma-row.tsx'
import { useUploads } from '../outbox/page/use-uploads.ts'
import { deviceStorage } from '../session/device-storage.ts'
import type * as waitingBar from '../shell/waiting-bar.tsx'

/** Of so many Ormas, the last visited, the server is asked for news; also of the first own ones for what is to review. */
const ASKED_MAX = 3

/** What is new in an Orma, over its card at home. `at`: its place among these. */
export function HomeNews({ orma, at }: { orma: ListedOrma; at: number }) {
  const { event_hash } = orma
  const [seen] = useState(() => readNewestSeen(deviceStorage, event_hash))
  const [asks] = useState(() => readVisits(deviceStorage).slice(0, ASKED_MAX).includes(event_hash))
  const inBar = useOrmaInBar()
  const hidesWaiting = inBar === undefined || inBar === event_hash
  return (
    <OrmaNotes
      orma={orma}
      seen={seen}
      asks={asks}
      // What is to review may be of an Orma that was never opened here.
      asksReview={asks || at < ASKED_MAX}
      hidesWaiting={hidesWaiting}
    />
  )
}

/** The Orma whose waiting photos the bar at the foot tells of, '' for none; undefined while that is not known. */
function useOrmaInBar(): string | undefined {
  const { photos, isLoaded } = useUploads()
  const [bar, setBar] = useState<typeof waitingBar>()
  useEffect(() => {
    let isCurrent = true
    // Loaded as the bar itself is: imported otherwise, it would be in every first visit's script.
    void import('../shell/waiting-bar.tsx').then((loaded) => isCurrent && setBar(loaded))
    return () => {
      isCurrent = false
    }
  }, [])
  if (!bar || !isLoaded) return undefined
  return bar.groupToShow(photos, { pathname: '/', event_hash: undefined })?.eventHash ?? ''
}
