import type { Event } from '../../../contract/entities.ts'
import { deletionStage, deletionTime } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { deletionDayText } from './deletion-day.ts'
import { draftOf, firstDeletionDay } from './edit-form.ts'

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
  const day = deletionDayText(deletionTime(event) ?? value)
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
