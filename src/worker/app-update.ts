import { messageSW } from 'workbox-window'
import type { PageMessage } from '../../contract/worker-messages.ts'
import { wait } from '../device/wait.ts'
import { isInUse, watchPicking } from './busy.ts'
// The bundler gives an address in its place.
// oxlint-disable-next-line import/default
import emptyWorker from './empty-worker.ts?worker&url'
import { goPast } from './go-past.ts'
import { registerWorker } from './register-worker.ts'
import type { RegisteredWorker } from './register-worker.ts'
import { trustedScript } from './trusted-script.ts'
import { when } from './when.ts'

/** How often a page that stays open looks for a new release. */
const LOOK_EVERY_MS = 60 * 60_000
/** A worker that still waits so long after it was told to take over may wait for minutes more. */
const WAITS_MS = 20_000
/** A worker that has not answered by then will not. */
const STARTS_WITHIN_MS = 10_000

interface UpdateWatch {
  /** A new release waits to take over, and would disturb nobody in this page. `accept` lets it take over. */
  onReady: (accept: () => void) => void
  /** Whether a reload would interrupt an upload, or lose a choice of photos. */
  isUploading: () => boolean
}

/**
 * Looks for new releases of the app and offers them. Where another page has let one take over, this page goes on with its own
 * release, and reloads once it is hidden.
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
    // The first worker replaces none.
    if (!active || !waiting || waiting === offered) return
    offered = waiting
    void when(() => !isBusy()).then(() => onReady(accept))
  }
  workbox.addEventListener('waiting', offer)
  // Workbox does not report a worker that was found before this script ran, nor, after the first, one that it did not look for
  // itself.
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
  if (!waiting) return when(() => !isBusy()).then(() => location.reload())
  setTimeout(() => void goPast(waiting, isBusy), WAITS_MS)
  // The new worker waits until the old one has finished its work. Chromium ends an idle old worker soon only if it is running
  // when the new one is to take over; one that starts later may go on for minutes while pages make requests.
  if (active) await tellToYield(active)
  workbox.messageSkipWaiting()
  urgeWaiting(waiting)
}

/** Resolves once the worker has answered, so that it is running; without an answer after some time. */
async function tellToYield(worker: ServiceWorker): Promise<void> {
  const answer = messageSW(worker, { type: 'YIELD' } satisfies PageMessage)
  await Promise.race([answer, wait(STARTS_WITHIN_MS)])
}

const URGE_EVERY_MS = 1_500

/**
 * Repeats Chromium's try to activate a worker that was told to take over, until it succeeds. Chromium ends the old worker for it
 * once, when that is idle; any request of a page meanwhile starts the old one again, for minutes if requests go on. Chromium
 * tries again only when a page or a worker is loaded, so an empty worker is loaded.
 */
function urgeWaiting(waiting: ServiceWorker): void {
  const timer = setInterval(() => {
    if (waiting.state === 'installed') new Worker(trustedScript(emptyWorker))
    else clearInterval(timer)
  }, URGE_EVERY_MS)
}
