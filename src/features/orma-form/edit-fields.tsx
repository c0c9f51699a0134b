import { useQuery } from '@tanstack/react-query'
import { cardDay } from '../../../contract/display-day.ts'
import type { Event } from '../../../contract/entities.ts'
import { deletionStage, deletionTime } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { usePosts } from '../../cache/page/use-posts.ts'
import { useSession } from '../../session/use-session.ts'
import { flaggedQuery } from '../../session/user-queries.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CheckField } from './check-field.tsx'
import { draftOf, firstDeletionDay } from './edit-form.ts'
import type { OrmaChanges, OrmaDraft } from './edit-form.ts'
import { GuestSwitches } from './guest-switches.tsx'
import type { EntryErrors } from './orma-entries.ts'
import { PinChange, PinField } from './pin-field.tsx'
import { isHidden, RevealNow } from './reveal-now.tsx'

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

interface DeletionFieldProps {
  event: Event
  /** `YYYY-MM-DD`; '': none. */
  value: string
  error: string | undefined
  onChange: (deleteAt: string) => void
}

/** The day on which the Orma is deleted, with what is set now. */
export function DeletionField({ event, value, error, onChange }: DeletionFieldProps) {
  const isSet = Boolean(event.deleteAt) && value === draftOf(event).deleteAt
  const day = cardDay(deletionTime(event) ?? value)
  const isWaiting = deletionStage(event, Date.now()) === 'waiting'
  return (
    <TextField
      name="deleteAt"
      label={texts.edit.deleteAt}
      type="date"
      min={firstDeletionDay()}
      value={value}
      hint={
        <>
          {isSet && (
            <b>{isWaiting ? texts.deletion.waitingTitle(day) : texts.edit.deletesOn(day)}. </b>
          )}
          {texts.edit.deleteAtHint}
        </>
      }
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface EditSwitchesProps {
  event: Event
  draft: OrmaDraft
  errors: EntryErrors
  onChange: (part: OrmaChanges) => void
}

/** What the organiser decides for guests. */
export function EditSwitches({ event, draft, errors, onChange }: EditSwitchesProps) {
  const pin = { entered: draft, onChange, error: errors.pin }
  return (
    <>
      <GuestSwitches
        entered={draft}
        onChange={onChange}
        errors={errors}
        maxVideoSeconds={event.maxVideoSeconds}
        takesVideos={event.allowVideos}
      />
      {isHidden(event, Date.now()) && (
        <RevealNow event={event} onDone={() => onChange({ reveal: 'now', revealAt: '' })} />
      )}
      {event.hasPin ? <PinChange {...pin} /> : <PinField {...pin} />}
    </>
  )
}
