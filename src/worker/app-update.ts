import { messageSW } from 'workbox-window'
import type { PageMessage } from '../../contract/worker-messages.ts'
import { http } from '../api/http.ts'
import { isInUse, watchPicking } from './busy.ts'
// The bundler gives an address in its place.
// oxlint-disable-next-line import/default
import emptyWorker from './empty-worker.ts?worker&url'
import { reloadPastWorker } from './past-worker.ts'
import { registerWorker } from './register-worker.ts'
import type { RegisteredWorker } from './register-worker.ts'
import { trustedScript } from './trusted-script.ts'

/** Between looks for a new version in a page that stays open. */
const LOOK_EVERY_MS = 60 * 60_000
/** Between looks whether somebody is done with what a new version would disturb. */
const LOOK_AGAIN_MS = 1_000
/** A worker that still waits so long after it was told to take over may do so for minutes. */
const WAITS_MS = 20_000
/** Between looks whether the server can be reached, and how long it may take to answer. */
const PATIENCE_MS = 5_000
/** A worker that has not answered by then will not. */
const STARTS_WITHIN_MS = 10_000

export interface UpdateWatch {
  /** A new version of the app waits to take over, and nothing here would be disturbed by it: `accept` makes it do so. */
  onReady: (accept: () => void) => void
  /** Whether loading this page anew would take an upload, or a choice of photos, from someone. */
  isUploading: () => boolean
}

/**
 * Looks for new versions of the app and offers them. When another page has had one take over, this one goes on with its own version,
 * and loads the new one once nobody looks.
 */
export async function watchForUpdate({ onReady, isUploading }: UpdateWatch): Promise<void> {
  const registered = await registerWorker()
  if (!registered) return
  const { workbox, registration } = registered
  watchPicking()
  const isBusy = () => isInUse() || isUploading()
  let isAccepted = false
  const accept = () => {
    isAccepted = true
    void takeOver(registered, isBusy)
  }
  let offered: ServiceWorker | undefined
  const offer = () => {
    const { active, waiting } = registration
    // The very first worker replaces nothing.
    if (!active || !waiting || waiting === offered) return
    offered = waiting
    void when(() => !isBusy()).then(() => onReady(accept))
  }
  workbox.addEventListener('waiting', offer)
  // Workbox says nothing of a worker that was found before this script came, nor of any after the first that it did not look for.
  const catchUp = () => {
    offer()
    registration.installing?.addEventListener('statechange', offer)
  }
  catchUp()
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    catchUp()
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = Date.now()
    // Offline there is nothing to find.
    void workbox.update().then(catchUp, () => undefined)
  })
  let isFirst = !navigator.serviceWorker.controller
  workbox.addEventListener('controlling', () => {
    if (isFirst) isFirst = false
    else void when(() => !isBusy() && (isAccepted || document.hidden)).then(() => location.reload())
  })
}

async function takeOver(
  { workbox, registration: { active, waiting } }: RegisteredWorker,
  isBusy: () => boolean,
): Promise<void> {
  // Another page may have accepted it before.
  if (!waiting) return location.reload()
  setTimeout(() => void goPast(waiting, isBusy), WAITS_MS)
  // The new one waits for the old one to end what it is at. Chromium has the old one end soon only if it runs when the new one
  // is to take over; one that just starts, or is woken afterwards, may go on for minutes as long as a page asks for anything.
  if (active) await tellToYield(active)
  workbox.messageSkipWaiting()
  urgeWaiting(waiting)
}

/** Resolves when the worker has heard it, so that it runs; after some time also without that. */
async function tellToYield(worker: ServiceWorker): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, STARTS_WITHIN_MS))
  await Promise.race([messageSW(worker, { type: 'YIELD' } satisfies PageMessage), late])
}

/** Where a worker still waits the page takes the new version from the server, as soon as that can be reached. */
async function goPast(waiting: ServiceWorker, isBusy: () => boolean): Promise<void> {
  if (waiting.state !== 'installed') return
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    await http('/', { method: 'HEAD', cache: 'no-store', signal, ignoreResponseError: true })
    await when(() => !isBusy())
    if (waiting.state === 'installed') await reloadPastWorker()
  } catch {
    setTimeout(() => void goPast(waiting, isBusy), PATIENCE_MS)
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

const URGE_EVERY_MS = 1_500

/**
 * Has the browser let a worker that was told to take over do so, until it does. Chromium ends the old worker for it once, when
 * it has nothing to do; whatever any page asks for while the old one is ending has that start again, to live for minutes as
 * long as pages ask for something now and then. It tries anew only when a page or a worker is loaded, so an empty worker is.
 */
function urgeWaiting(waiting: ServiceWorker): void {
  const timer = setInterval(() => {
    if (waiting.state === 'installed') new Worker(trustedScript(emptyWorker))
    else clearInterval(timer)
  }, URGE_EVERY_MS)
}
