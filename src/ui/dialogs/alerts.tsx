import { createHostList } from './host-list.ts'
import { latePiece } from '../layout/late-piece.tsx'
import { showToast } from '../notices/toast.tsx'

/** Loaded with the first alert; by then it is precached. */
const AlertDialog = latePiece(async () => (await import('./alert-dialog.tsx')).AlertDialog)

const alerts = createHostList<{ text: string; onClose: (() => void) | undefined }>()

/** Shows a text in a dialog of the app that has to be closed, and calls `onClose` then; a second one waits until the first is. */
export function showAlert(text: string, onClose?: () => void): void {
  void AlertDialog.preload().then(
    () => alerts.add({ text, onClose }),
    // Without a network, and without a worker that has the script.
    () => {
      showToast({ text, lasting: true })
      onClose?.()
    },
  )
}

/** Shows what `showAlert` asks for. Mounted once, in the root. */
export function AlertHost({ closeLabel }: { closeLabel: string }) {
  const [first] = alerts.useShown()
  if (!first) return null
  const { text, onClose } = first.item
  const close = () => {
    first.dismiss()
    onClose?.()
  }
  return <AlertDialog key={first.key} open text={text} closeLabel={closeLabel} onClose={close} />
}
