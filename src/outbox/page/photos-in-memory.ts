import { createMemoryOutbox } from '../store/memory-outbox.ts'
import { listPhotos } from '../store/outbox-item.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { NO_ORMA } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { announceUploads } from '../queue/announce.ts'
import { giveOrma, submitDrafts } from '../queue/photo-actions.ts'
import type { SubmitOptions } from '../queue/photo-actions.ts'
import { addPageOutbox } from './page-outboxes.ts'

/** What the device has no room for: it is sent from this page, or lost with it. */
export const memoryOutbox = createMemoryOutbox()

addPageOutbox({ outbox: memoryOutbox, send: () => void sendFromMemory() })

/** Keys of drafts that were copied here: the one on the device has the same key, so the bytes of both must stay the same. */
const copied = new Set<string>()

/** Whether drafts that lie on the device are on their way from here. */
export function hasCopies(): boolean {
  return copied.size > 0
}

let work: (() => Promise<boolean>) | undefined

/** The outbox that a photo is in. */
export function outboxOf({ isInMemory }: Pick<OutboxPhoto, 'isInMemory'>): Outbox {
  return isInMemory ? memoryOutbox : outbox
}

/** Queues the drafts of an Orma, also where the device has no room to note it. */
export async function submitAll(
  event_hash: string,
  userId: number,
  options: SubmitOptions = {},
): Promise<void> {
  const submit = (from: Outbox) =>
    submitDrafts(from, event_hash, userId, { ...options, staying: copied })
  await submit(memoryOutbox)
  try {
    await submit(outbox)
  } catch {
    // What cannot be read cannot be sent.
    await takeDrafts(event_hash, userId).catch(console.error)
    await submit(memoryOutbox)
  }
}

/** Gives photos that were shared with the app to an Orma, also where the device has no room to note it. */
export async function giveShared(event_hash: string, userId: number | undefined): Promise<void> {
  try {
    await giveOrma(outbox, event_hash, userId)
  } catch {
    await takeDrafts(NO_ORMA, userId)
    await giveOrma(memoryOutbox, event_hash, userId)
  }
}

/** Copies drafts of the device into memory, so that they can be sent; the stored ones stay until the server has them. */
async function takeDrafts(event_hash: string, userId: number | undefined): Promise<void> {
  for (const photo of await listPhotos(outbox)) {
    const isMine = photo.ownerUserId === null || photo.ownerUserId === userId
    if (photo.state !== 'draft' || photo.eventHash !== event_hash || !isMine) continue
    // One that cannot be read stays a draft; the others must not wait for it.
    const bytes = await outbox.readBytes(photo.key).catch(console.error)
    if (!bytes) continue
    copied.add(photo.key)
    await memoryOutbox.add(photo, bytes)
  }
}

async function sendFromMemory(): Promise<void> {
  if ((await memoryOutbox.list()).length + held.size === 0) return
  try {
    const { createUploadWork } = await import('../queue/upload-work.ts')
    work ??= createUploadWork(memoryOutbox, { onChange: onMemoryChange })
    await work()
    await forgetStored()
  } catch {
    // Offline its script cannot be loaded, and could do nothing. The next ping tries again.
  }
}

function onMemoryChange(): void {
  announceUploads()
  // At once: the page may be closed before the next one is sent, and each would be a draft again.
  forgetStored().catch(console.error)
}

/** Keys of photos in memory whose drafts may still be on the device. */
const held = new Set<string>()
/** Keys of those whose drafts are not there any more. */
const forgotten = new Set<string>()

/** Removes stored drafts that were sent from memory, and those whose posts turned out to be deleted. */
async function forgetStored(): Promise<void> {
  const photos = await listPhotos(memoryOutbox)
  for (const { key } of photos) if (!forgotten.has(key)) held.add(key)
  const unsent = new Set(photos.flatMap(({ key, postId }) => (postId === null ? key : [])))
  const keys = [...held].filter((key) => !unsent.has(key))
  if (keys.length === 0) return
  if ((await outbox.remove(({ key }) => keys.includes(key))) > 0) announceUploads()
  for (const key of keys) {
    held.delete(key)
    copied.delete(key)
    forgotten.add(key)
  }
}
