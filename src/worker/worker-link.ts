import { FEEDS_TAG, SYNC_TAG } from '../../contract/worker-messages.ts'
import type { PageMessage } from '../../contract/worker-messages.ts'
import { wait } from '../device/wait.ts'
import { mayHaveWorker, registerWorker } from './register-worker.ts'

/** How long a worker may take to install on a slow line before the page sends by itself. */
const READY_WITHIN_MS = 60_000

/** An active worker controls its pages at once, except one that was reloaded past it. */
const TAKEN_OVER_WITHIN_MS = 5_000

/** Ways to wake a worker that only some browsers have, and that may be forbidden. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> }
}

const WAKE_EVERY_MS = 12 * 60 * 60_000

let giveUpAt: number | undefined

/**
 * The registration with its active worker; undefined where no worker can take over. It is not waited until a registration is
 * through: the browser has it wait for its own look for a release, and for the release's files, on a slow line for minutes.
 */
export async function activeRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!mayHaveWorker()) return undefined
  const registered = registerWorker()
  giveUpAt ??= Date.now() + READY_WITHIN_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, (giveUpAt ?? 0) - Date.now()))
  })
  const failed = registered.then((worker) => worker && failing(worker.registration))
  try {
    // Firefox rejects where a site may store nothing.
    const ready = navigator.serviceWorker.ready.catch(() => undefined)
    return await Promise.race([ready, late, failed])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the first worker could not be installed, so that none will be ready. */
function failing({ active, waiting, installing }: ServiceWorkerRegistration): Promise<undefined> {
  return new Promise((resolve) => {
    if (!active && !waiting && !installing) resolve(undefined)
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && !active) resolve(undefined)
    })
  })
}

/**
 * Resolves when the worker has the app's files, so that loading one costs nothing; at once where there is no worker. What had to
 * wait for them begins in a task of its own: dozens wait.
 */
export async function filesAtHand(): Promise<void> {
  const isThere = () => !mayHaveWorker() || navigator.serviceWorker.controller !== null
  if (isThere() || !(await activeRegistration()) || isThere()) return
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    setTimeout(resolve, TAKEN_OVER_WITHIN_MS)
  })
  await wait(0)
}

/** Has the worker send the drafts of an Orma, where one controls this page; works even if the page is closed at once. */
export function submitInWorker(event_hash: string, smaller: boolean): void {
  const message: PageMessage = { type: 'DRAIN', submit: event_hash, smaller }
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  container?.controller?.postMessage(message)
}

/** Has the worker send what is queued, also once there is a network after all pages are closed. */
export async function drainInWorker(registration: ServiceWorkerRegistration): Promise<void> {
  registration.active?.postMessage({ type: 'DRAIN' } satisfies PageMessage)
  // Only some browsers have it, and it may be forbidden: then the next opened page sends.
  await (registration as WithSync).sync?.register(SYNC_TAG).catch(() => undefined)
}

/** Asks the browser to wake the worker now and then, so that it can refresh the Ormas visited last. */
export async function requestRefreshes(): Promise<void> {
  const registration = await activeRegistration()
  const { periodicSync } = (registration ?? {}) as WithSync
  await periodicSync?.register(FEEDS_TAG, { minInterval: WAKE_EVERY_MS }).catch(() => undefined)
}
