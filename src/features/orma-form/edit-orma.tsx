import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { forgetDraft } from '../../session/drafts.ts'
import { useDraft } from '../../session/use-draft.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ActList } from './act-list.tsx'
import { DeleteOrma } from './delete-orma.tsx'
import { isChanged, readChanges, storeChanges } from './edit-form.ts'
import type { OrmaChanges } from './edit-form.ts'
import { EditMain } from './edit-main.tsx'
import type { EditStep } from './edit-main.tsx'
import { ImageStep } from './image-step.tsx'
import { imageTitle } from './orma-images.ts'

interface EditOrmaProps {
  event: Event
  open: boolean
  onClose: () => void
}

/**
 * 'Update This Orma': the main screen, and one each for the picture, the banner, deleting and what was done here. What was entered stays until it is
 * sent or the dialog is closed, also where the page is loaded anew; chosen images do not.
 */
export function EditOrma({ event, open, onClose }: EditOrmaProps) {
  const [step, setStep] = useState<EditStep>('main')
  /** The step that was left last: its button takes the focus. */
  const [last, setLast] = useState<EditStep>('main')
  const [changes, setChanges] = useDraft(
    event.event_hash,
    () => readChanges(event.event_hash),
    (entered) => open && storeChanges(event.event_hash, entered),
  )
  const [isAsking, setIsAsking] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Closing without sending discards what was entered.
    if (open) setChanges({})
  }
  const queryClient = useQueryClient()
  useEffect(() => {
    // Another tab may have changed it, or photos added to its storage.
    const queryKey = queryKeys.event(event.event_hash)
    if (open) void queryClient.invalidateQueries({ queryKey, exact: true })
  }, [queryClient, event.event_hash, open])
  const change = (part: OrmaChanges) => setChanges((entered) => ({ ...entered, ...part }))
  const leave = () => {
    forgetDraft(event.event_hash)
    onClose()
  }
  const close = () => (isChanged(event, changes) ? setIsAsking(true) : leave())
  const goBack = () => {
    setLast(step)
    setStep('main')
  }
  return (
    <Dialog
      open={open}
      title={titleOf(step)}
      closeLabel={step === 'main' ? texts.common.close : undefined}
      onClose={step === 'main' ? close : goBack}
    >
      {step === 'main' ? (
        <EditMain
          event={event}
          changes={changes}
          onChange={change}
          focus={last}
          onStep={setStep}
          onKept={onClose}
        />
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
            change({ images: { ...changes.images, [step]: image } })
            goBack()
          }}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        danger
        question={texts.common.discardQuestion}
        confirmLabel={texts.common.discard}
        cancelLabel={texts.common.keepEditing}
        onConfirm={() => {
          setIsAsking(false)
          leave()
        }}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}

function titleOf(step: EditStep): string {
  if (step === 'main') return texts.edit.title
  if (step === 'delete') return texts.edit.delete
  return step === 'acts' ? texts.audit.title : imageTitle(step)
}
