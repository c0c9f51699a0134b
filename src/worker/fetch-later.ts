import * as v from 'valibot'
import { LATER_FILES } from '../../contract/routes.ts'
import { whenReached } from '../api/contact.ts'
import { http } from '../api/http.ts'
import { isMetered } from '../api/connection.ts'
import { wait } from '../device/wait.ts'

/** Waits until the page has settled. */
const SETTLED_MS = 3000

/** Has the worker cache the screens that are not precached too, unless the line is known to be metered. */
export async function fetchLater(): Promise<void> {
  await wait(SETTLED_MS)
  await whenReached()
  if (isMetered() || !navigator.serviceWorker?.controller) return
  try {
    const list = await http<unknown>(LATER_FILES, { responseType: 'json' })
    for (const file of v.parse(v.array(v.string()), list)) {
      if (!(await caches.match(file))) {
        await http(file, { responseType: 'blob', ignoreResponseError: true })
      }
    }
  } catch {
    // No network after all: the next page tries again.
  }
}
