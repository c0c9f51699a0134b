import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { unsentText } from './unsent-text.ts'
import type { Unsent } from './unsent-text.ts'

const NOTHING: Unsent = { photos: [], changes: [] }

interface WaitingQuestionProps {
  /** What is on this device alone; undefined: nothing is asked. */
  unsent: Unsent | undefined
  /** Discarding was chosen, and goes on for some seconds at most. */
  isDiscarding: boolean
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

/** Asks what is to become of the outbox when its user signs out. */
export function WaitingQuestion({
  unsent,
  isDiscarding,
  onKeep,
  onDiscard,
  onCancel,
}: WaitingQuestionProps) {
  // The text stays while the dialog closes.
  const [asked, setAsked] = useState(unsent)
  if (unsent !== undefined && unsent !== asked) setAsked(unsent)
  const { title, details } = unsentText(asked ?? NOTHING)
  return (
    <Dialog
      open={unsent !== undefined}
      role="alertdialog"
      title={title}
      closeLabel={texts.common.cancel}
      onClose={onCancel}
      actions={
        <>
          <Button kind="danger" busy={isDiscarding} onClick={onDiscard}>
            {texts.profile.discardAndLeave}
          </Button>
          <Button kind="filled" disabled={isDiscarding} onClick={onKeep}>
            {texts.profile.keepUntilBack}
          </Button>
        </>
      }
    >
      {details.map((detail) => (
        <p key={detail}>{detail}</p>
      ))}
    </Dialog>
  )
}
