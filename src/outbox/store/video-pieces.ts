import type { OutboxPhoto } from './outbox-photo.ts'
import type { DeviceOutbox, Outbox } from './outbox.ts'

/** A video is never whole in memory: it is read, stored and sent in pieces of so many bytes, of which the last is shorter. */
export const PIECE_BYTES = 1024 * 1024

let weight: ArrayBuffer | undefined

/**
 * To be called for each piece that passes. Browsers free what has passed by the bytes that they know of, while each piece has copies
 * that they do not count. This makes it count for five: its bytes are never touched, and take no room.
 */
export function weighPiece(): void {
  // Its own length, as a build leaves out what nobody reads.
  weight = new ArrayBuffer(weight?.byteLength ?? 4 * PIECE_BYTES)
}

const DIGITS = 6
const KEY_END = /\/\d+$/

/** Under which key a video's piece lies beside the bytes of photos. */
export function pieceKey(key: string, at: number): string {
  return `${key}/${String(at).padStart(DIGITS, '0')}`
}

/** The keys of all bytes of an item: those of a photo, or the pieces of a video. */
export function allBytesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound(key, `${key}/\uffff`)
}

/** Keys of the videos whose pieces are among these. */
export function ownersOfPieces(keys: readonly IDBValidKey[]): Set<string> {
  const names = keys.filter((key) => typeof key === 'string')
  return new Set(names.filter((key) => KEY_END.test(key)).map((key) => key.replace(KEY_END, '')))
}

/** The stored bytes of a photo or video, in their order; undefined where there are none. */
export async function readParts(
  outbox: Outbox,
  { key, size, video }: Pick<OutboxPhoto, 'key' | 'size' | 'video'>,
): Promise<BlobPart[] | undefined> {
  if (!video) {
    const bytes = await outbox.readBytes(key)
    return bytes && [bytes]
  }
  const parts: Blob[] = []
  for (let at = 0; at * PIECE_BYTES < size; at += 1) {
    const piece = await outbox.readPiece(key, at)
    if (!piece) return undefined
    // A browser may put it aside, unlike an ArrayBuffer.
    parts.push(new Blob([piece]))
  }
  return parts
}

/** Held by whoever stores a video: one at a time on this device. */
const LOCK = 'orma-store-video'

/** Does the work of storing a video, alone. What a page that died meanwhile left of one goes first. */
export async function storingVideo<T>(outbox: DeviceOutbox, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  // Without locks a piece without a record may be of another tab.
  if (!locks) return work()
  return await locks.request(LOCK, async () => {
    await outbox.removeLoosePieces()
    return work()
  })
}

/** Removes what pages that died while they stored a video have left of it, unless one is being stored. */
export async function sweepPieces(outbox: DeviceOutbox): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  await locks?.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await outbox.removeLoosePieces()
  })
}
