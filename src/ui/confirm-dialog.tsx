import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** The question, letter by letter; it is the dialog's title. */
  question: string
  confirmLabel: string
  cancelLabel: string
  /** For what deletes. */
  danger?: boolean
  /** While the answer is being carried out. */
  busy?: boolean
  /** Shown when carrying it out failed. */
  error?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back. Nothing is confirmed by Escape or the backdrop. */
export function ConfirmDialog({ question, error, danger, busy, ...rest }: ConfirmDialogProps) {
  const { open, confirmLabel, cancelLabel, onConfirm, onCancel } = rest
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
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
    </Dialog>
  )
}
