import { APP_LINK_CLASS, PRECACHE } from '../../contract/routes.ts'
import { wait } from '../device/wait.ts'
import { followLinks, takeEarlyTap } from './early-tap.ts'
import { tabStorage } from '../session/device-storage.ts'
import { leaveWorker } from '../worker/past-worker.ts'

const LOOK_AGAIN_MS = 2000
const SCRIPT_PATIENCE_MS = 60_000
const RELOADS_KEY = 'app_reloads'
const RELOADS_MAX = 3

/**
 * Fetches the app, its packages first, and runs it. Where its scripts cannot be had, loads the page anew once they can; where they
 * are gone for good, has the links of the first look lead on by themselves.
 */
export async function loadApp(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>(`.${APP_LINK_CLASS}`)]
  // Both parts are fetched at once, and run one after the other, each in a task.
  for (const link of links) link.rel = 'modulepreload'
  await wait(0)
  loadStylesOfDrawings()
  try {
    await import('./packages.ts')
    await wait(0)
    const { started } = await import('./main.tsx')
    await started
    tabStorage.removeItem(RELOADS_KEY)
  } catch (error) {
    console.error(error)
    if (links.length > 0) await reloadOnceThere(links.map(({ href }) => href))
  }
}

/** The browser reads its own styles for SVG at the first element of it: 20 ms of a slow phone, in the app's first frame without this. */
function loadStylesOfDrawings(): void {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  document.body.append(drawing)
  void drawing.getBoundingClientRect()
  drawing.remove()
}

/**
 * Browsers do not fetch a script again that failed once, so the page reloads when the scripts can be had; only some times, as they
 * may be broken. Where the server has them no more, the page is loaded from there, past the worker, once. Bare `fetch`, alone in
 * the page: everything waits for this script, so it is small.
 */
async function reloadOnceThere(scripts: readonly string[]): Promise<void> {
  const reloads = Number(tabStorage.getItem(RELOADS_KEY))
  if (reloads === RELOADS_MAX) return followLinks()
  const isGone = await areGone(scripts)
  tabStorage.setItem(RELOADS_KEY, String(isGone ? RELOADS_MAX : reloads + 1))
  // Nothing is stored here: it would reload without end.
  if (tabStorage.getItem(RELOADS_KEY) === null) return followLinks()
  if (isGone) await leaveWorker()
  const tapped = takeEarlyTap()
  if (tapped) location.assign(tapped)
  else location.reload()
}

/** Resolves once all scripts can be had: false; or once the server has another release in place of one of them: true. */
async function areGone(scripts: readonly string[]): Promise<boolean> {
  for (const script of scripts) {
    for (;;) {
      const status = await statusOf(script)
      if (status === 200) break
      if (status === 404 && (await isReplaced(script).catch(() => false))) return true
      await wait(LOOK_AGAIN_MS)
    }
  }
  return false
}

/**
 * The status of a script, 200 once the whole of it has come; 0: it has not. Neither has it where a captive portal answers with its own
 * page, nor where the cache's copy cannot be read, which goes. A request that was sent over a dead line may hang long after there is a
 * new one.
 */
async function statusOf(script: string): Promise<number> {
  try {
    const answer = await fetch(script, { signal: AbortSignal.timeout(SCRIPT_PATIENCE_MS) })
    if (answer.ok && answer.headers.get('content-type')?.includes('html')) return 0
    await answer.arrayBuffer()
    return answer.status
  } catch {
    await forgetCopy(script).catch(() => undefined)
    return 0
  }
}

async function forgetCopy(url: string): Promise<void> {
  const files = await caches.open(PRECACHE)
  await files.delete(url)
}

/** Whether the server's HTML names other scripts; the page of a captive portal names none. */
async function isReplaced(script: string): Promise<boolean> {
  // Not a navigation, so that the server answers and not the worker.
  const html = await (await fetch('/', { cache: 'no-store' })).text()
  return html.includes('/assets/') && !html.includes(new URL(script).pathname)
}
