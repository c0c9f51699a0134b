import { registerWorker } from './register-worker.ts'

/**
 * Calls `onReady` when a new version of the app waits to take over, with what makes it do so: this page reloads with it,
 * others go on with theirs.
 */
export async function watchForUpdate(onReady: (accept: () => void) => void): Promise<void> {
  const registered = await registerWorker()
  if (!registered) return
  const { workbox, registration } = registered
  const accept = () => {
    // Another tab may have accepted it before.
    if (!registration.waiting) return location.reload()
    workbox.addEventListener('controlling', () => location.reload())
    workbox.messageSkipWaiting()
  }
  workbox.addEventListener('waiting', () => onReady(accept))
}
