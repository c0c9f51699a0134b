import { messageSW, Workbox } from 'workbox-window'
import { api } from '../../contract/api.ts'
import { NO_WORKER_META } from '../../contract/document.ts'
import type { PageMessage } from '../../contract/worker-messages.ts'
import { call } from '../api/call.ts'
import { wait } from '../device/wait.ts'
// The bundler gives an address in its place.
// oxlint-disable-next-line import/default
import emptyWorker from './empty-worker.ts?worker&url'

const SCRIPT = '/sw.js'

/** A worker that has not answered by then will not. */
const STARTS_WITHIN_MS = 10_000
const URGE_EVERY_MS = 1_500

export interface RegisteredWorker {
  workbox: Workbox
  registration: ServiceWorkerRegistration
  /** Has the waiting worker take over, also without a network. */
  activateWaiting: () => Promise<void>
}

let registering: Promise<RegisteredWorker | undefined> | undefined

/** Not in an old browser, over plain http, in development, and where the operator has switched it off. */
export function mayHaveWorker(): boolean {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return false
  return document.querySelector(`meta[name=${NO_WORKER_META}]`) === null
}

/** Registers the service worker, once for each page. Undefined where there is none. */
export function registerWorker(): Promise<RegisteredWorker | undefined> {
  registering ??= register()
  return registering
}

async function register(): Promise<RegisteredWorker | undefined> {
  if (!mayHaveWorker()) return undefined
  try {
    const workbox = new Workbox(trustedScript(SCRIPT), { updateViaCache: 'none' })
    const registration = await workbox.register({ immediate: true })
    if (!registration) return undefined
    return {
      workbox,
      registration,
      activateWaiting: () => activateWaiting(workbox, registration),
    }
  } catch (error) {
    // A browser that forbids workers gives another error: this script could not be loaded, or throws.
    if (error instanceof TypeError) reportFailure().catch(() => undefined)
    // Forbidden by the browser's settings, or offline before the first install: the page does the worker's job.
    return undefined
  }
}

/** Has the operator's metrics count an error that only the page can see. */
async function reportFailure(): Promise<void> {
  await call(api.reportClientError, { body: { kind: 'worker' } })
}

/**
 * The new worker waits until the old one has finished its work. Chromium ends an idle one for it once, and only if it is running
 * then: any request of a page afterwards keeps it for minutes. Chromium tries again when a page or a worker is loaded.
 */
async function activateWaiting(
  workbox: Workbox,
  { active, waiting }: ServiceWorkerRegistration,
): Promise<void> {
  const answer = active && messageSW(active, { type: 'YIELD' } satisfies PageMessage)
  await Promise.race([answer, wait(STARTS_WITHIN_MS)])
  workbox.messageSkipWaiting()
  const timer = setInterval(() => {
    if (waiting?.state === 'installed') new Worker(trustedScript(emptyWorker))
    else clearInterval(timer)
  }, URGE_EVERY_MS)
}

/** The type that `Worker` and Workbox accept for a script's address. */
type ScriptUrl = string & URL

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => ScriptUrl }
}

type Policy = ReturnType<TrustedTypes['createPolicy']>

let policy: Policy | undefined

/**
 * The address of a worker's script as the content security policy wants it: from the page's only policy, which allows the app's
 * own scripts.
 */
export function trustedScript(path: string): ScriptUrl {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('orma-sw', { createScriptURL: onlyOurs })
  return policy ? policy.createScriptURL(path) : (path as ScriptUrl)
}

const OURS = /^\/(sw\.js|assets\/(heavy\/)?[\w.-]+\.js)$/

function onlyOurs(path: string): string {
  if (!OURS.test(path) && !import.meta.env.DEV) throw new TypeError(`No script of ours: ${path}`)
  return path
}
