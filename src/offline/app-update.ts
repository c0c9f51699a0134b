import type { PageMessage } from '../../contract/worker-messages.ts'
import { isBusy, watchPicking } from './busy.ts'
import { reloadPastWorker } from './past-worker.ts'
import { registerWorker } from './register-worker.ts'

/** Between looks whether somebody is done with what a new version would disturb. */
const LOOK_AGAIN_MS = 1_000
/** A browser that is busy may let a worker wait for minutes after it was told to take over. */
const PATIENCE_MS = 5_000
/** A worker that has not answered by then will not. */
const STARTS_WITHIN_MS = 10_000

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
    void takeOver(registration)
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

async function takeOver({ active, waiting }: ServiceWorkerRegistration): Promise<void> {
  // Another page may have accepted it before.
  if (!waiting) return location.reload()
  setTimeout(() => void goPast(waiting), PATIENCE_MS)
  // The new one waits for the old one to end what it is at. Chromium has the old one end soon only if it runs when the new one
  // is to take over; one that just starts, or is woken afterwards, may go on for minutes as long as a page asks for anything.
  if (active) await tellToYield(active)
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage)
}

/** Resolves when the worker has heard it, so that it runs; after some time also without that. */
function tellToYield(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  const heard = new Promise((resolve) => {
    port1.addEventListener('message', resolve)
    port1.start()
    setTimeout(resolve, STARTS_WITHIN_MS)
  })
  worker.postMessage({ type: 'YIELD' } satisfies PageMessage, [port2])
  return heard
}

/** Where a worker still waits the page takes the new version from the server, as soon as that can be reached. */
async function goPast(waiting: ServiceWorker): Promise<void> {
  if (waiting.state !== 'installed') return
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal })
    await when(() => !isBusy())
    if (waiting.state === 'installed') await reloadPastWorker()
  } catch {
    setTimeout(() => void goPast(waiting), PATIENCE_MS)
  }
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
