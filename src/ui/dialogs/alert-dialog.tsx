import { Button } from '../buttons/button.tsx'
import { Dialog } from './dialog.tsx'

export interface AlertDialogProps {
  open: boolean
  text: string
  closeLabel: string
  onClose: () => void
}

export function AlertDialog({ open, text, closeLabel, onClose }: AlertDialogProps) {
  const action = (
    <Button kind="filled" onClick={onClose}>
      {closeLabel}
    </Button>
  )
  return <Dialog open={open} onClose={onClose} title={text} role="alertdialog" actions={action} />
}
