import { SYNC_TAG } from '../contract/worker-messages.ts'
import { workOnUploads } from '../src/uploads/upload-work.ts'
import { scope } from './worker-scope.ts'
import type { SyncEvent } from './worker-scope.ts'

interface WithSync {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Sends what waits, and has the browser wake this worker later for what is then still left. */
export async function sendUploads(): Promise<void> {
  const isSent = await workOnUploads()
  if (!isSent) await askForSync()
}

/** As `sendUploads`; rejecting is how a sync event asks to be repeated. */
export async function sendUploadsOnSync({ tag }: SyncEvent): Promise<void> {
  if (tag !== SYNC_TAG) return
  if (!(await workOnUploads())) throw new Error('Photos are still waiting.')
}

async function askForSync(): Promise<void> {
  const { sync } = scope.registration as ServiceWorkerRegistration & WithSync
  // Only some browsers have it, and it may be forbidden: open pages send then.
  await sync?.register(SYNC_TAG).catch(() => undefined)
}
