import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Post } from '../../contract/entities.ts'
import { changeRecord, isChange, listPhotos } from '../../src/outbox/store/outbox-item.ts'
import type { OutboxChange } from '../../src/outbox/store/outbox-item.ts'
import { createOutbox } from '../../src/outbox/store/outbox.ts'
import type { DeviceOutbox, Outbox } from '../../src/outbox/store/outbox.ts'
import { photoRecord } from '../../src/outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../src/outbox/store/outbox-photo.ts'
import { makePost } from './post-shapes.ts'

export const EVENT = 'AAAAAAAAAAAAAAAAAAAAAA'
export const USER_ID = 7
export const NOW = Date.parse('2026-06-20T18:00:00Z')

// What a browser has beside its database.
Object.assign(globalThis, { IDBKeyRange })

/** An outbox on a new device. */
export function emptyOutbox(factory = new IDBFactory()): DeviceOutbox {
  return createOutbox(() => factory)
}

type NewPhoto = ReturnType<typeof photoRecord>

export function newPhoto(changes: Partial<NewPhoto> = {}): NewPhoto {
  const key = crypto.randomUUID()
  const chosen = photoRecord({
    key,
    eventHash: EVENT,
    ownerUserId: USER_ID,
    name: `${key}.jpg`,
    type: 'image/jpeg',
    size: 3,
    original_date: '2026-06-20T20:00:00.000+02:00',
    timezone: 'Europe/Berlin',
    sha256: `sha256 of ${key}`,
    queuedAt: NOW,
  })
  return { ...chosen, ...changes }
}

/** Puts a photo into the outbox as a draft, and gives it. */
export async function choose(outbox: Outbox, photo = newPhoto()): Promise<NewPhoto> {
  await outbox.add(photo, bytesOf(photo.key))
  return photo
}

/** Puts a photo into the outbox in any state; gives its key. */
export async function put(outbox: Outbox, changes: Partial<OutboxPhoto> = {}): Promise<string> {
  const { key } = await choose(outbox, newPhoto(changes))
  await outbox.change(key, () => ({ state: 'waiting', ...changes }))
  return key
}

export async function photoOf(outbox: Outbox, key: string): Promise<OutboxPhoto | undefined> {
  return (await listPhotos(outbox)).find((photo) => photo.key === key)
}

export function bytesOf(key: string): ArrayBuffer {
  return new TextEncoder().encode(key).buffer
}

/** A like or comment of the user of the photos, as the outbox is given it. */
export function newChange(kind: OutboxChange['kind'], changes: Partial<OutboxChange> = {}) {
  const content = kind === 'comment' ? 'How lovely' : null
  const made = { key: crypto.randomUUID(), kind, eventHash: EVENT, postId: 1, content }
  return { ...changeRecord({ ...made, ownerUserId: USER_ID }, NOW), ...changes }
}

/** The changes in an outbox. */
export async function changesIn(outbox: Outbox): Promise<OutboxChange[]> {
  return (await outbox.list()).filter(isChange)
}

/** The post that the server makes of a photo. */
export function postOf(
  { seq, sha256 }: Pick<OutboxPhoto, 'seq' | 'sha256'>,
  changes: Partial<Post> = {},
): Post {
  return makePost(seq, {
    image_url: null,
    compressed_url: null,
    status: 'READYFORPROCESSING',
    event_hash: EVENT,
    User: { id: USER_ID, name: 'Ada' },
    sha256: sha256 ?? '',
    ...changes,
  })
}
