import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { byLastVisit, readRecentOrmas } from '../../device/recent-ormas.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'
import { ownOrmasQuery, viewedOrmasQuery } from '../../session/user-queries.ts'

interface OrmaChoiceProps {
  ormas: readonly RecentOrma[]
  /** How many photos were shared. */
  photoCount: number
  onChoose: (event_hash: string) => void
}

/** Asks which Orma shared photos are for; the first is the likeliest. */
export function OrmaChoice({ ormas, photoCount, onChoose }: OrmaChoiceProps) {
  if (ormas.length === 0) return <p>{texts.upload.shareNoOrma(photoCount)}</p>
  return (
    <div className="stack" role="group" aria-label={texts.upload.shareTitle}>
      {ormas.map(({ event_hash, name }, at) => (
        <Button
          key={event_hash}
          kind={at === 0 ? 'filled' : 'quiet'}
          onClick={() => onChoose(event_hash)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}

/** Every Orma that this device or its user knows, the last visited first. */
export function useKnownOrmas(): RecentOrma[] {
  const { token = '', user } = useSession()
  const enabled = user !== undefined && user.guestOf === undefined
  const viewed = useQuery({ ...viewedOrmasQuery(token), enabled })
  const own = useQuery({ ...ownOrmasQuery(token), enabled })
  const remembered = readRecentOrmas(deviceStorage)
  return byLastVisit([...remembered, ...(viewed.data ?? []), ...(own.data ?? [])], deviceStorage)
}
