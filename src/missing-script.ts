import { noteContact } from './api/contact.ts'
import { reloadPastWorker } from './offline/past-worker.ts'
import { tabStorage } from './session/device-storage.ts'

const RELOADED_KEY = 'reloaded_version'
/** This version of the app, by the address of its entry. */
const VERSION = new URL(import.meta.url).pathname

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
  if (script && (await fetch(script, { method: 'HEAD', cache: 'no-store' })).ok) return
  // Not a navigation, so that it is the server who answers.
  const html = await (await fetch('/', { cache: 'no-store' })).text()
  if (!html.includes('/assets/') || html.includes(VERSION)) return
  tabStorage.setItem(RELOADED_KEY, VERSION)
  await reloadPastWorker()
}
