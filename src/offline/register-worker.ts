import { NO_WORKER_META } from '../../contract/document.ts'

const SCRIPT = '/sw.js'
/** Between looks for a new version in a page that stays open. */
const LOOK_EVERY_MS = 60 * 60_000

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined

/** Registers the service worker, once a page. Undefined where there is none: an old browser, plain http, development. */
export function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  registering ??= register()
  return registering
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined
  if (document.querySelector(`meta[name=${NO_WORKER_META}]`)) return undefined
  try {
    const registration = await navigator.serviceWorker.register(workerUrl(), {
      updateViaCache: 'none',
    })
    lookForUpdates(registration)
    return registration
  } catch (error) {
    // Where a browser forbids workers it says something else: this script cannot be had, or throws.
    if (error instanceof TypeError) reportFailure().catch(() => undefined)
    // Forbidden by the browser's settings, or offline before the first one came: the page does the worker's part.
    return undefined
  }
}

async function reportFailure(): Promise<void> {
  const { reportClientError } = await import('./report-client-error.ts')
  await reportClientError('worker')
}

/** The worker's address as the content security policy wants it: from a policy that knows no other. */
function workerUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('orma-sw', { createScriptURL: () => SCRIPT })
  return policy ? policy.createScriptURL(SCRIPT) : SCRIPT
}

function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = Date.now()
    // Offline there is nothing to find.
    registration.update().catch(() => undefined)
  })
}
