import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface WaitingQuestionProps {
  /** How many photos are on this device alone; 0: only changes; undefined: nothing is asked. */
  photos: number | undefined
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

/** Asks what is to become of the outbox when its user signs out. */
export function WaitingQuestion({ photos, onKeep, onDiscard, onCancel }: WaitingQuestionProps) {
  // The text stays while the dialog closes.
  const [asked, setAsked] = useState(photos)
  if (photos !== undefined && photos !== asked) setAsked(photos)
  return (
    <Dialog
      open={photos !== undefined}
      role="alertdialog"
      title={texts.profile.onlyHere(asked)}
      closeLabel={texts.common.cancel}
      onClose={onCancel}
      actions={
        <>
          <Button kind="danger" onClick={onDiscard}>
            {texts.profile.discardAndLeave}
          </Button>
          <Button kind="filled" onClick={onKeep}>
            {texts.profile.keepUntilBack}
          </Button>
        </>
      }
    >
      <p>{texts.profile.onlyHereDetail}</p>
    </Dialog>
  )
}
