import { http } from '../api/http.ts'
import { reloadPastWorker } from './past-worker.ts'
import { when } from './when.ts'

/** How often it is checked whether the server can be reached, and how long it has to answer. */
const PATIENCE_MS = 5_000

/** Where a worker still waits, reloads the page from the server, past it, as soon as the server gives the app. */
export async function goPast(waiting: ServiceWorker, isBusy: () => boolean): Promise<void> {
  // An upload may end because the line did: the server is asked after it.
  await when(() => !isBusy())
  if (waiting.state !== 'installed') return
  try {
    await askForApp()
    if (isBusy()) return await goPast(waiting, isBusy)
    if (waiting.state === 'installed') await reloadPastWorker()
  } catch {
    setTimeout(() => void goPast(waiting, isBusy), PATIENCE_MS)
  }
}

/** Rejects where another page comes, as from a proxy or a captive portal: whoever went there would be without the app. */
async function askForApp(): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  // Not a navigation, so that the server answers and not the worker.
  const html = await http('/', { cache: 'no-store', responseType: 'text', signal })
  if (!html.includes('/assets/')) throw new Error('not the app')
}
