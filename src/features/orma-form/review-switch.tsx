import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { usePosts } from '../../cache/page/use-posts.ts'
import { useSession } from '../../session/use-session.ts'
import { flaggedQuery } from '../../session/user-queries.ts'
import { CheckField } from './check-field.tsx'

interface ReviewSwitchProps {
  event: Event
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether the owner reviews every photo. Turned off, it says how many still wait. */
export function ReviewSwitch({ event, checked, onChange }: ReviewSwitchProps) {
  const isTurnedOff = Boolean(event.reviewAll) && !checked
  const waiting = useWaitingCount(event.event_hash)
  return (
    <>
      <CheckField
        label={texts.edit.reviewAll}
        hint={texts.edit.reviewAllHint}
        checked={checked}
        onChange={onChange}
      />
      <p role="status" className="small">
        {isTurnedOff && waiting > 0 && texts.edit.stillWaiting(waiting)}
      </p>
    </>
  )
}

function useWaitingCount(event_hash: string): number {
  const { user, token = '' } = useSession()
  const userId = user?.id ?? 0
  const query = flaggedQuery(event_hash, { userId, token, isHeard: true })
  const { data } = useQuery({ ...query, enabled: user !== undefined })
  return usePosts(data).filter(({ status }) => status === 'FAILEDBYNUDITY').length
}
