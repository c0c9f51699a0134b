import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { AppLinks } from '../features/install/app-links.tsx'
import { Timeline } from '../features/timeline/timeline.tsx'
import { timeslotsQuery } from '../features/timeline/timeline-queries.ts'
import { isComputer, isInstalled } from '../worker/install-offer.ts'
import { useSeesAll } from '../session/use-sees-all.ts'
import { tabStorage } from '../session/device-storage.ts'
import { Button } from '../ui/buttons/button.tsx'
import { focusContentIfLost } from '../ui/focus/focus-content.ts'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import styles from '../features/install/install.module.css'

/** Set in tabs whose user has chosen to go on without the app. */
const WEB_KEY = 'web_version'

/** The timeline tab of the event page: first offers the app, then shows the Orma hour by hour. */
export function TimelineTab({ event }: { event: Event }) {
  const { event_hash, allowVideos } = event
  const seesAll = useSeesAll(event)
  const [isAsking, setIsAsking] = useState(() => !isInstalled() && !tabStorage.getItem(WEB_KEY))
  const slots = useQuery({ ...timeslotsQuery(event_hash), enabled: seesAll })
  const goOn = () => {
    tabStorage.setItem(WEB_KEY, 'true')
    setIsAsking(false)
    focusContentIfLost()
  }
  // The page says why.
  if (!seesAll) return null
  return (
    <>
      {isAsking && <AppPrompt onDecline={goOn} />}
      <OfflineAge query={slots} />
      {slots.data?.length ? (
        <Timeline event_hash={event_hash} slots={slots.data} hasVideos={allowVideos} />
      ) : (
        <ListState query={slots} empty={texts.feed.empty} failed={texts.feed.failed} />
      )}
    </>
  )
}

/** Offers the app above the hours, where it covers nothing that somebody is about to tap. */
function AppPrompt({ onDecline }: { onDecline: () => void }) {
  return (
    <aside className={`stack ${styles.prompt}`} aria-label={texts.install.title}>
      <h2>{texts.install.title}</h2>
      <p>{texts.install.why(isComputer())}</p>
      <AppLinks />
      <Button onClick={onDecline}>{texts.install.continueInWeb}</Button>
    </aside>
  )
}
