import { PRECACHE } from '../../contract/routes.ts'
import { pollUntil, wait } from '../device/wait.ts'
import type { RegisteredWorker } from './register-worker.ts'
import { isEditing, isInUse, mayReload, reloadsFor } from './reload-guard.ts'

// What a page does about releases of the app. Server and worker have the scripts of its own, so it goes on with that, until
// - somebody accepts the next one, here or, once this page is hidden, in another; never while a reload would lose something;
// - the worker of an older release does not end for it: then the page leaves that worker, once the server gives the app;
// - a script of its own is gone, and the server has another release: then it leaves its worker as well, once.
// For a script that the server has the page is loaded anew, as browsers remember that it failed. On a dead line or behind a portal
// nothing is concluded. The HTML's own script has this in it, so it is small, and asks by bare `fetch`.

/** This release, by the address of its first script, which the HTML names. */
const RELEASE = new URL(import.meta.url).pathname
const LOOK_EVERY_MS = 60 * 60_000
/** An old worker that has not ended by then may go on for minutes. */
const ENDS_WITHIN_MS = 20_000
const SCRIPT_WITHIN_MS = 60_000
const HTML_WITHIN_MS = 5_000
const ASK_AGAIN_MS = 2_000
/** How often a tab loads an app anew that does not start though its scripts are there: they may be broken. */
const APP_RELOADS = 3

/** Looks for releases as long as the page lives. `onReady`: one waits, and would disturb nobody; `accept` has it take over. */
export function offerReleases(
  worker: RegisteredWorker,
  onReady: (accept: () => void) => void,
  isUploading: () => boolean,
): void {
  const { workbox, registration } = worker
  const isBusy = () => isInUse() || isUploading()
  const reloadWhen = (isTime: () => boolean) =>
    void pollUntil(() => !isBusy() && isTime()).then(() => location.reload())
  let isAccepted = false
  const accept = () => {
    isAccepted = true
    const { waiting } = registration
    // Another page may have accepted it before.
    if (!waiting) return reloadWhen(() => true)
    setTimeout(() => void leaveOldWorker(waiting, isBusy), ENDS_WITHIN_MS)
    void worker.activateWaiting()
  }
  let offered: ServiceWorker | undefined
  const offer = () => {
    const { active, waiting } = registration
    // The first worker replaces none.
    if (!active || !waiting || waiting === offered) return
    offered = waiting
    void pollUntil(() => !isBusy()).then(() => onReady(accept))
  }
  workbox.addEventListener('waiting', offer)
  // Workbox is silent on one that was found before this ran and, after the first, on one that it did not look for itself.
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
    else reloadWhen(() => isAccepted || document.hidden)
  })
}

async function leaveOldWorker(waiting: ServiceWorker, isBusy: () => boolean): Promise<void> {
  // An upload may end because the line did: the server is asked after it.
  await pollUntil(() => !isBusy())
  const isAppThere = (await findRelease()) !== undefined
  if (waiting.state !== 'installed') return
  if (isAppThere && !isBusy()) return leaveWorker().then(() => location.reload())
  setTimeout(() => void leaveOldWorker(waiting, isBusy), HTML_WITHIN_MS)
}

/** Heeds scripts that pieces of the page lack. `onSilence`: the server could not be asked about one. */
export function watchScripts(onSilence: () => void): void {
  const failed = new Set<string>()
  const heed = async (script: string) => {
    const found = await (script ? findScript(script) : findRelease())
    if (!found) return onSilence()
    // Some browsers do ask again, so the page is loaded anew only for one that fails twice.
    const isFirst = !failed.has(script)
    failed.add(script)
    if (isEditing() || !navigator.onLine) return
    if (found === 'released' && mayReload(RELEASE))
      await leaveWorker().then(() => location.reload())
    // The browser's own copy is there on a dead line too.
    if (found === 'there' && !isFirst && (await findRelease()) && mayReload(script))
      location.reload()
  }
  addEventListener('vite:preloadError', (event) => {
    // The import rejects all the same. Without this the router would reload the page, network or not.
    event.preventDefault()
    // Safari does not name it.
    void heed(/https?:\S+\.js/.exec(String(event.payload))?.[0] ?? '')
  })
}

/** Where the app did not start: resolves once it is worth loading the page anew; with false where that did not help before. */
export async function untilAppIsThere(scripts: readonly string[]): Promise<boolean> {
  if (reloadsFor('app') >= APP_RELOADS) return false
  for (const script of scripts) {
    let found = await findScript(script)
    while (found !== 'there' && found !== 'released') {
      found = await wait(ASK_AGAIN_MS).then(() => findScript(script))
    }
    if (found === 'released') return mayReload(RELEASE) && leaveWorker().then(() => true)
  }
  return mayReload('app', APP_RELOADS)
}

/** `there`: all of a script can be had. `released`: the server has another release. `missing`: it has this one, without the script. */
type Found = 'there' | 'released' | 'missing' | undefined

/** Undefined: nothing can be said, on a dead line or behind a portal. */
async function findScript(script: string): Promise<Found> {
  try {
    const answer = await fetch(script, { signal: AbortSignal.timeout(SCRIPT_WITHIN_MS) })
    if (answer.ok && answer.headers.get('content-type')?.includes('html')) return undefined
    await answer.arrayBuffer()
    if (answer.ok) return 'there'
    return answer.status === 404 ? await findRelease() : undefined
  } catch {
    // It may be the worker's copy that cannot be read. Without one the worker's installation may just have cached it.
    if (!navigator.serviceWorker?.controller) return undefined
    const files = await globalThis.caches?.open(PRECACHE).catch(() => undefined)
    await files?.delete(script).catch(() => false)
    return undefined
  }
}

/** What the server's HTML says, and not the page of a proxy or a portal. It is no navigation, so that no worker answers. */
async function findRelease(): Promise<Found> {
  const asked = fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(HTML_WITHIN_MS) })
  const html = await asked.then((answer) => (answer.ok ? answer.text() : '')).catch(() => '')
  if (!html.includes('/assets/')) return undefined
  return html.includes(RELEASE) ? 'missing' : 'released'
}

/** Has the server answer the next navigation. What is cached and queued stays. */
async function leaveWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration())?.unregister()
}
