import { parseMessage } from './messages.ts'
import { sendUploads, yieldUploads } from './uploads.ts'
import { scope } from './worker-scope.ts'

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
