import { lazy, Suspense } from 'react'
import { createHostList } from './host-list.ts'

/** Loaded with the first alert, ahead of which it is in the worker's cache. */
const AlertDialog = lazy(() =>
  import('./alert-dialog.tsx').then((module) => ({ default: module.AlertDialog })),
)

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
    <Suspense>
      <AlertDialog
        key={first.key}
        open
        text={first.item}
        closeLabel={closeLabel}
        onClose={first.dismiss}
      />
    </Suspense>
  )
}
