import type { PageMessage } from '../../contract/worker-messages.ts'
import { isBusy, watchPicking } from './busy.ts'
import { reloadPastWorker } from './past-worker.ts'
import { registerWorker } from './register-worker.ts'

/** Between looks whether somebody is done with what a new version would disturb. */
const LOOK_AGAIN_MS = 1_000
/** A browser that is busy may let a worker wait for minutes after it was told to take over. */
const PATIENCE_MS = 5_000

/**
 * Calls `onReady` when a new version of the app waits to take over and nothing here would be disturbed by it, with what makes it
 * do so. When another page has had it take over, this one goes on with its own version, and loads the new one once nobody looks.
 */
export async function watchForUpdate(onReady: (accept: () => void) => void): Promise<void> {
  const registration = await registerWorker()
  if (!registration) return
  watchPicking()
  let isAccepted = false
  const accept = () => {
    isAccepted = true
    takeOver(registration)
  }
  const offer = () => void when(() => !isBusy()).then(() => onReady(accept))
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      // The very first worker replaces nothing.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer()
    })
  if (registration.waiting) offer()
  // The browser may have found it before this script came.
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
  let isFirst = !navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isFirst) isFirst = false
    else void when(() => !isBusy() && (isAccepted || document.hidden)).then(() => location.reload())
  })
}

function takeOver({ active, waiting }: ServiceWorkerRegistration): void {
  // Another page may have accepted it before.
  if (!waiting) return location.reload()
  // The new one waits for the old one to end what it is at. To be told afterwards would wake the old one again, and Chromium
  // lets the new one wait then until nothing has woken the old one for half a minute.
  active?.postMessage({ type: 'YIELD' } satisfies PageMessage)
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage)
  setTimeout(() => void goPast(waiting).catch(() => undefined), PATIENCE_MS)
}

/** Where a worker still waits, and the server can be reached, the page takes the new version from there. */
async function goPast(waiting: ServiceWorker): Promise<void> {
  if (waiting.state !== 'installed') return
  await fetch('/', { method: 'HEAD', cache: 'no-store' })
  await when(() => !isBusy())
  if (waiting.state === 'installed') await reloadPastWorker()
}

/** Resolves when it is so. */
function when(isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isSo()) return
      clearInterval(timer)
      resolve()
    }, LOOK_AGAIN_MS)
  })
}
