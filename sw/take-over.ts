import { forgetOldFiles } from './precache.ts'
import { sendUploads } from './uploads.ts'
import { scope } from './worker-scope.ts'

/** What a worker does first once it is active. */
export async function takeOver(): Promise<void> {
  // At once: the page that registered this worker sends its first photos through it.
  await scope.clients.claim()
  // Those that stay for now do no harm.
  await forgetOldFiles().catch(console.error)
  // Not waited for: no page is answered before a worker is active.
  void sendUploads()
}
