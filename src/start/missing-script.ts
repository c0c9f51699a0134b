import { noteContact } from '../api/contact.ts'
import { http } from '../api/http.ts'
import { isHeld } from '../worker/busy.ts'
import { reloadPastWorker } from '../worker/past-worker.ts'
import { tabStorage } from '../session/device-storage.ts'

const RELOADED_KEY = 'reloaded_version'
const AGAIN_KEY = 'reloaded_for_script'
/** This release, by the address of its script, which the HTML names. */
const VERSION = new URL(import.meta.url).pathname
/** Scripts that could not be loaded before though the server had them. */
const failed = new Set<string>()
/** Any status is an answer, and no cache may give it. */
const ASKED = { cache: 'no-store', ignoreResponseError: true } as const

/**
 * Loads the newest release where scripts of the page are gone from the server, because releases have come since it was opened:
 * once, and only where the server says that there is a newer one. A bad line is no reason; but where a script that the server has
 * fails again, the page is loaded anew, once: some browsers remember that it failed.
 */
export function renewOnMissingScript(): void {
  addEventListener('vite:preloadError', (event) => {
    // The import rejects all the same. Without this the router would reload the page, network or not.
    event.preventDefault()
    // `renew` asks the server over the same line.
    void renew(String(event.payload)).catch(() => noteContact(false))
  })
}

async function renew(error: string): Promise<void> {
  // Most browsers name the script.
  const script = /https?:\S+\.js/.exec(error)?.[0]
  const isWriting = document.querySelector('textarea:not(:placeholder-shown)') !== null
  if (isWriting || isHeld() || !navigator.onLine || tabStorage.getItem(RELOADED_KEY) === VERSION)
    return
  // One that the server has failed for another reason.
  if (script && (await isThere(script))) {
    const hasFailed = failed.has(script)
    failed.add(script)
    if (!hasFailed || tabStorage.getItem(AGAIN_KEY) === script) return
    // To have it and to give it are two things on a bad line.
    if ((await http.raw(script, ASKED).catch(() => undefined))?.ok !== true) return
    tabStorage.setItem(AGAIN_KEY, script)
    location.reload()
    return
  }
  // Not a navigation, so that the server answers and not the worker.
  const html = await http('/', { ...ASKED, responseType: 'text' })
  if (!html.includes('/assets/') || html.includes(VERSION)) return
  tabStorage.setItem(RELOADED_KEY, VERSION)
  await reloadPastWorker()
}

async function isThere(script: string): Promise<boolean> {
  return (await http.raw(script, { ...ASKED, method: 'HEAD' })).ok
}
