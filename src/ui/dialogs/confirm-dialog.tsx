import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** The question, as specified; it is the dialog's title. */
  question: string
  /** What it is about, where the question does not say it. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** For what deletes. */
  danger?: boolean
  /** While the answer is being carried out. */
  busy?: boolean
  /** Shown when carrying it out failed. */
  error?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. Escape and the backdrop mean no. */
export function ConfirmDialog({ question, error, danger, busy, ...rest }: ConfirmDialogProps) {
  const { open, confirmLabel, cancelLabel = texts.common.cancel, onCancel, children } = rest
  const onConfirm = useOneAnswer(rest.onConfirm, open, busy)
  const actions = (
    <>
      <Button onClick={onCancel}>{cancelLabel}</Button>
      <Button kind={danger ? 'danger' : 'filled'} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onCancel} title={question} role="alertdialog" actions={actions}>
      {children}
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
    </Dialog>
  )
}

/** Calls `answer` once: the second press of a double click comes before `busy` is shown, or while the dialog closes. */
function useOneAnswer(answer: () => void, open: boolean, busy = false): () => void {
  const isAnswered = useRef(false)
  useEffect(() => {
    if (!busy) isAnswered.current = false
  }, [open, busy])
  return () => {
    if (!open || isAnswered.current) return
    isAnswered.current = true
    answer()
  }
}
