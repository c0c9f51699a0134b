import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface WaitingQuestionProps {
  /** How many photos are on this device alone; 0: nothing is asked. */
  count: number
  onKeep: () => void
  onDiscard: () => void
  onCancel: () => void
}

/** What is to become of photos that wait when their user signs out. */
export function WaitingQuestion({ count, onKeep, onDiscard, onCancel }: WaitingQuestionProps) {
  // What was asked stays in sight while the dialog goes.
  const [asked, setAsked] = useState(count)
  if (count > 0 && count !== asked) setAsked(count)
  return (
    <Dialog
      open={count > 0}
      role="alertdialog"
      title={texts.profile.photosWait(asked)}
      closeLabel={texts.common.cancel}
      onClose={onCancel}
      actions={
        <>
          <Button kind="danger" onClick={onDiscard}>
            {texts.profile.discardPhotos}
          </Button>
          <Button kind="filled" onClick={onKeep}>
            {texts.profile.keepPhotos}
          </Button>
        </>
      }
    >
      <p>{texts.profile.photosWaitDetail}</p>
    </Dialog>
  )
}
