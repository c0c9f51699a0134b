import { noteContact } from './api/contact.ts'
import { http } from './api/http.ts'
import { reloadPastWorker } from './worker/past-worker.ts'
import { tabStorage } from './session/device-storage.ts'

const RELOADED_KEY = 'reloaded_version'
/** This version of the app, by the address of its script, which the HTML names. */
const VERSION = new URL(import.meta.url).pathname
/** Any answer says something, and none is kept. */
const ASKED = { cache: 'no-store', ignoreResponseError: true } as const

/**
 * Has a page whose scripts are gone from the server, because versions of the app have come since it was opened, load the newest
 * one: once, and only where the server says that there is one. A bad line is no reason.
 */
export function renewOnMissingScript(): void {
  addEventListener('vite:preloadError', (event) => {
    // What asked for the script is told by an error of its own; the router's would load the page anew, network or not.
    event.preventDefault()
    // It asks the server, on the same line.
    void renew(String(event.payload)).catch(() => noteContact(false))
  })
}

async function renew(error: string): Promise<void> {
  const isWriting = document.querySelector('textarea:not(:placeholder-shown)') !== null
  if (isWriting || !navigator.onLine || tabStorage.getItem(RELOADED_KEY) === VERSION) return
  // Most browsers say which script it was: one that is there after all could not be had for another reason.
  const script = /https?:\S+\.js/.exec(error)?.[0]
  if (script && (await isThere(script))) return
  // Not a navigation, so that it is the server who answers.
  const html = await http('/', { ...ASKED, responseType: 'text' })
  if (!html.includes('/assets/') || html.includes(VERSION)) return
  tabStorage.setItem(RELOADED_KEY, VERSION)
  await reloadPastWorker()
}

async function isThere(script: string): Promise<boolean> {
  return (await http.raw(script, { ...ASKED, method: 'HEAD' })).ok
}
