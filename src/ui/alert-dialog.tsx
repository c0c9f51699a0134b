import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { createHostList } from './host-list.ts'

const alerts = createHostList<string>()

/** Shows a text that must be read in an in-app dialog; a second one waits until the first is closed. */
export function showAlert(text: string): void {
  alerts.add(text)
}

/** Shows what `showAlert` asks for. Mounted once, in the root. */
export function AlertHost({ closeLabel }: { closeLabel: string }) {
  const [first] = alerts.useShown()
  if (!first) return null
  return (
    <AlertDialog
      key={first.key}
      open
      text={first.item}
      closeLabel={closeLabel}
      onClose={first.dismiss}
    />
  )
}

export interface AlertDialogProps {
  open: boolean
  text: string
  closeLabel: string
  onClose: () => void
}

/** One text and one button that closes it. */
export function AlertDialog({ open, text, closeLabel, onClose }: AlertDialogProps) {
  const action = (
    <Button kind="filled" onClick={onClose}>
      {closeLabel}
    </Button>
  )
  return <Dialog open={open} onClose={onClose} title={text} role="alertdialog" actions={action} />
}
