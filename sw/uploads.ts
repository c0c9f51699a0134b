import { SYNC_TAG, parsePageMessage } from '../contract/worker-messages.ts'
import type { PageMessage } from '../contract/worker-messages.ts'
import { outbox } from '../src/outbox/store/outbox.ts'
import { readSessionFor } from '../src/device/token.ts'
import { announceUploads } from '../src/outbox/queue/announce.ts'
import { submitDrafts } from '../src/outbox/queue/photo-actions.ts'
import { createUploadWork } from '../src/outbox/queue/upload-work.ts'
import { refreshFeeds } from './feeds.ts'
import { scope } from './worker-scope.ts'
import { forgetOldFiles } from './precache.ts'

interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
}

/** After this time without the next worker taking over, this one goes on. */
const YIELDING_MS = 60_000

let yieldsUntil = 0

const workOnUploads = createUploadWork(outbox, () => Date.now() < yieldsUntil)

/** Ends the uploading in this worker after the present photo or chunk: the next worker waits for that. */
async function yieldUploads(): Promise<void> {
  yieldsUntil = Date.now() + YIELDING_MS
  await workOnUploads()
}

type Submission = Pick<PageMessage, 'submit' | 'smaller'>

/**
 * Sends what is queued, and has the browser wake this worker for what is left. `submit`: UPLOAD NOW was pressed for this Orma, on
 * a page that may be closed by now.
 */
export async function sendUploads({ submit, smaller }: Submission = {}): Promise<void> {
  if (submit !== undefined) await submitForUser(submit, smaller)
  const isSent = await workOnUploads()
  if (!isSent) await askForSync()
}

/** As `sendUploads`; rejecting makes the browser repeat the sync event. */
export async function sendUploadsOnSync({ tag }: SyncEvent): Promise<void> {
  if (tag !== SYNC_TAG) return
  if (!(await workOnUploads())) throw new Error('Photos are still waiting.')
  await refreshFeeds()
}

async function submitForUser(eventHash: string, isSmaller?: boolean): Promise<void> {
  const session = await readSessionFor(eventHash)
  if (!session) return
  await submitDrafts(outbox, eventHash, session.user.id, { isSmaller })
  announceUploads()
}

async function askForSync(): Promise<void> {
  const { sync } = scope.registration as ServiceWorkerRegistration & WithSync
  // Only some browsers have it, and it may be forbidden: open pages send then.
  await sync?.register(SYNC_TAG).catch(() => undefined)
}

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
