import { useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ActList } from './act-list.tsx'
import { DeleteOrma } from './delete-orma.tsx'
import { draftOf } from './edit-form.ts'
import { EditMain } from './edit-main.tsx'
import type { EditStep } from './edit-main.tsx'
import { ImageStep } from './image-step.tsx'
import { imageTitle } from './image-kinds.ts'
import './edit-orma.css'

export interface EditOrmaProps {
  event: Event
  open: boolean
  onClose: () => void
}

/**
 * 'Update This Orma': the main screen, and one each for the picture, the banner, deleting and what was done here. What was entered stays until it is
 * sent or the dialog is closed.
 */
export function EditOrma({ event, open, onClose }: EditOrmaProps) {
  const [step, setStep] = useState<EditStep>('main')
  /** The step that was left last: its button takes the focus. */
  const [last, setLast] = useState<EditStep>('main')
  const [draft, setDraft] = useFormDraft(event.event_hash, () => draftOf(event))
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Closing without sending discards what was entered.
    if (open) setDraft(draftOf(event))
  }
  const goBack = () => {
    setLast(step)
    setStep('main')
  }
  return (
    <Dialog
      open={open}
      title={titleOf(step)}
      closeLabel={step === 'main' ? texts.common.close : undefined}
      onClose={step === 'main' ? onClose : goBack}
    >
      {step === 'main' ? (
        <EditMain event={event} draft={draft} onChange={setDraft} focus={last} onStep={setStep} />
      ) : step === 'delete' ? (
        <DeleteOrma event={event} onCancel={goBack} />
      ) : step === 'acts' ? (
        <ActList event_hash={event.event_hash} onBack={goBack} />
      ) : (
        <ImageStep
          key={step}
          event={event}
          kind={step}
          onCancel={goBack}
          onDone={(image) => {
            setDraft({ ...draft, images: { ...draft.images, [step]: image } })
            goBack()
          }}
        />
      )}
    </Dialog>
  )
}

function titleOf(step: EditStep): string {
  if (step === 'main') return texts.edit.title
  if (step === 'delete') return texts.edit.delete
  return step === 'acts' ? texts.audit.title : imageTitle(step)
}
