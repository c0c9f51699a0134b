import type { PageMessage } from '../../contract/worker-messages.ts'
import { registerWorker } from './register-worker.ts'

/**
 * Calls `onReady` when a new version of the app waits to take over, with what makes it do so: this page reloads with it,
 * others go on with theirs.
 */
export async function watchForUpdate(onReady: (accept: () => void) => void): Promise<void> {
  const registration = await registerWorker()
  if (!registration) return
  const offer = () => onReady(() => acceptUpdate(registration))
  if (registration.waiting) offer()
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      // The very first worker replaces nothing.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer()
    })
  })
}

function acceptUpdate({ waiting }: ServiceWorkerRegistration): void {
  // Another tab may have accepted it before.
  if (!waiting) return location.reload()
  const message: PageMessage = { type: 'SKIP_WAITING' }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  waiting.postMessage(message)
}
