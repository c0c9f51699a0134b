import { parseMessage } from './messages.ts'
import { forgetOldFiles } from './precache.ts'
import { sendUploads, yieldUploads } from './uploads.ts'
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

/** Does what a page has said. */
export function heedMessage(event: ExtendableMessageEvent): void {
  const message = parseMessage(event.data)
  if (message?.type === 'SKIP_WAITING') event.waitUntil(scope.skipWaiting())
  if (message?.type === 'YIELD') {
    event.waitUntil(yieldUploads())
    event.ports[0]?.postMessage('heard')
  }
  if (message?.type === 'DRAIN') {
    // A page that was on its way when this worker became active has none yet.
    event.waitUntil(scope.clients.claim())
    event.waitUntil(sendUploads(message))
  }
}
