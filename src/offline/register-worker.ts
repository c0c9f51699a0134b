import { Workbox } from 'workbox-window'

const SCRIPT = '/sw.js'
/** Between looks for a new version in a page that stays open. */
const LOOK_EVERY_MS = 60 * 60_000

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

export interface WorkerRegistration {
  workbox: Workbox
  registration: ServiceWorkerRegistration
}

let registering: Promise<WorkerRegistration | undefined> | undefined

/** Registers the service worker, once a page. Undefined where there is none: an old browser, plain http, development. */
export function registerWorker(): Promise<WorkerRegistration | undefined> {
  registering ??= register()
  return registering
}

async function register(): Promise<WorkerRegistration | undefined> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return undefined
  const workbox = new Workbox(workerUrl(), { updateViaCache: 'none' })
  try {
    const registration = await workbox.register({ immediate: true })
    if (!registration) return undefined
    lookForUpdates(registration)
    return { workbox, registration }
  } catch {
    // Forbidden by the browser's settings or not to be had just now: the page does the worker's part.
    return undefined
  }
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
