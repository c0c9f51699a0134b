import type { ComponentType } from 'react'
import type { AlertDialogProps } from './alert-dialog.tsx'
import { createHostList } from './host-list.ts'
import { showToast } from './toast.tsx'

/** Loaded with the first alert; by then it is precached. */
let AlertDialog: ComponentType<AlertDialogProps> | undefined

const alerts = createHostList<string>()

/** Shows a text in a dialog of the app that has to be closed; a second one waits until the first is. */
export function showAlert(text: string): void {
  void loadDialog().then(
    () => alerts.add(text),
    // Without a network, and without a worker that has the script.
    () => showToast({ text, lasting: true }),
  )
}

/** Shows what `showAlert` asks for. Mounted once, in the root. */
export function AlertHost({ closeLabel }: { closeLabel: string }) {
  const [first] = alerts.useShown()
  if (!first || !AlertDialog) return null
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

async function loadDialog(): Promise<void> {
  AlertDialog ??= (await import('./alert-dialog.tsx')).AlertDialog
}
