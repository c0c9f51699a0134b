import { Workbox } from 'workbox-window'
import { api } from '../../contract/api.ts'
import { NO_WORKER_META } from '../../contract/document.ts'
import { call } from '../api/call.ts'
import { trustedScript } from './trusted-script.ts'

const SCRIPT = '/sw.js'

export interface RegisteredWorker {
  workbox: Workbox
  registration: ServiceWorkerRegistration
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
    return registration && { workbox, registration }
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
