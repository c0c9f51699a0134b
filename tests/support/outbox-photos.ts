import { IDBFactory } from 'fake-indexeddb'
import type { Post } from '../../contract/entities.ts'
import type { WaitingChange } from '../../src/outbox/store/change-outbox.ts'
import { createOutbox } from '../../src/outbox/store/outbox.ts'
import type { Outbox } from '../../src/outbox/store/outbox.ts'
import type { NewPhoto, OutboxPhoto } from '../../src/outbox/store/outbox-photo.ts'

export const EVENT = 'AAAAAAAAAAAAAAAAAAAAAA'
export const USER_ID = 7
export const NOW = Date.parse('2026-06-20T18:00:00Z')

/** An outbox on a new device. */
export function emptyOutbox(factory = new IDBFactory()): Outbox {
  return createOutbox(() => factory)
}

export function newPhoto(changes: Partial<NewPhoto> = {}): NewPhoto {
  const key = crypto.randomUUID()
  return {
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
    ...changes,
  }
}

/** Puts a photo into the outbox in any state; gives its key. */
export async function put(outbox: Outbox, changes: Partial<OutboxPhoto> = {}): Promise<string> {
  const photo = newPhoto(changes)
  await outbox.add(photo, bytesOf(photo.key))
  await outbox.change(photo.key, () => ({ state: 'waiting', ...changes }))
  return photo.key
}

export async function photoOf(outbox: Outbox, key: string): Promise<OutboxPhoto | undefined> {
  return (await outbox.list()).find((photo) => photo.key === key)
}

export function bytesOf(key: string): ArrayBuffer {
  return new TextEncoder().encode(key).buffer
}

/** A like or comment as the outbox is given it, of the user of its photos. */
export function waitingChange(
  kind: WaitingChange['kind'],
  changes: Partial<WaitingChange> = {},
): Omit<WaitingChange, 'seq'> {
  return {
    key: crypto.randomUUID(),
    kind,
    eventHash: EVENT,
    postId: 1,
    content: kind === 'comment' ? 'How lovely' : null,
    ownerUserId: USER_ID,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    waitMs: 0,
    reasonCode: null,
    queuedAt: NOW,
    ...changes,
  }
}

/** The post that the server makes of a photo. */
export function postOf(
  photo: Pick<OutboxPhoto, 'seq' | 'sha256'>,
  changes: Partial<Post> = {},
): Post {
  return {
    id: photo.seq,
    image_url: null,
    compressed_url: null,
    width: null,
    height: null,
    thumbhash: null,
    status: 'READYFORPROCESSING',
    event_hash: EVENT,
    createdAt: '2026-06-20T18:00:00.000Z',
    original_date: '2026-06-20T20:00:00.000+02:00',
    User: { id: USER_ID, name: 'Ada' },
    Event: { userId: 1 },
    sha256: photo.sha256 ?? '',
    Likes: [],
    likeCount: 0,
    Comments: [],
    commentCount: 0,
    ...changes,
  }
}
