import { parsePageMessage } from '../contract/worker-messages.ts'
import { forgetOldFiles } from './precache.ts'
import { sendUploads, yieldUploads } from './uploads.ts'
import { scope } from './worker-scope.ts'

/** The first work of an active worker. */
export async function takeOver(): Promise<void> {
  // At once: the page that registered this worker sends its first photos through it.
  await scope.clients.claim()
  // Files that stay do no harm.
  await forgetOldFiles().catch(console.error)
  // Not awaited: no page is answered before `activate` has ended.
  void sendUploads()
}

/** Acts on a page's message. */
export function heedMessage(event: ExtendableMessageEvent): void {
  const message = parsePageMessage(event.data)
  if (message?.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
  if (message?.type === 'YIELD') {
    event.waitUntil(yieldUploads())
    event.ports[0]?.postMessage('heard')
  }
  if (message?.type === 'DRAIN') {
    // A page that was loading when this worker became active is not controlled yet.
    event.waitUntil(scope.clients.claim())
    event.waitUntil(sendUploads(message))
  }
}
