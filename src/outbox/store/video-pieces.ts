import { randomKey } from '../../device/random-key.ts'
import { isPhoto } from './outbox-item.ts'
import type { OutboxItem } from './outbox-item.ts'
import type { OutboxPhoto } from './outbox-photo.ts'
import type { DeviceOutbox, Outbox } from './outbox.ts'

/** A video is never whole in memory: it is read, stored and sent in pieces of so many bytes, of which the last is shorter. */
export const PIECE_BYTES = 1024 * 1024

let weight: ArrayBuffer | undefined

/**
 * To be called for each piece that passes. Browsers free what has passed by the bytes that they know of, while each piece has copies
 * that they do not count. This makes it count for ten: its bytes are never touched, and take no room.
 */
export function weighPiece(): void {
  // Its own length, as a build leaves out what nobody reads.
  weight = new ArrayBuffer(weight?.byteLength ?? 9 * PIECE_BYTES)
}

const DIGITS = 6
const KEY_END = /\/\d+$/

/** Under which key a piece lies beside the bytes of photos. `name`: that of a video's pieces. */
export function pieceKey(name: string, at: number): string {
  return `${name}/${String(at).padStart(DIGITS, '0')}`
}

/** The name of a video's pieces. */
export function piecesName({ key, pieces }: Pick<OutboxPhoto, 'key' | 'pieces'>): string {
  return pieces ?? key
}

/** A name that nobody else has for the pieces of a smaller video, which are a video's own as soon as its record says so. */
export function newPiecesName(key: string): string {
  return `${key}/smaller-${randomKey()}`
}

/** The keys of the pieces with a name. */
export function piecesOf(name: string): IDBKeyRange {
  return IDBKeyRange.bound(`${name}/0`, `${name}/9\uffff`)
}

/** The keys of all bytes of an item: those of a photo, or all pieces of a video. */
export function allBytesOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound(key, `${key}/\uffff`)
}

/** Names of the pieces that are among these keys. */
export function namesOfPieces(keys: readonly IDBValidKey[]): Set<string> {
  const names = keys.filter((key) => typeof key === 'string')
  return new Set(names.filter((key) => KEY_END.test(key)).map((key) => key.replace(KEY_END, '')))
}

/** Whether pieces are those of an item, or of the smaller video that is being made of it. */
export function isOfItem(item: OutboxItem, name: string): boolean {
  if (!isPhoto(item)) return false
  return name === piecesName(item) || (item.isToShrink && name.startsWith(`${item.key}/`))
}

/** The stored bytes of a photo or video, in their order; undefined where there are none. */
export async function readParts(
  outbox: Outbox,
  photo: Pick<OutboxPhoto, 'key' | 'pieces' | 'size' | 'video'>,
): Promise<BlobPart[] | undefined> {
  if (!photo.video) {
    const bytes = await outbox.readBytes(photo.key)
    return bytes && [bytes]
  }
  const parts: Blob[] = []
  for (let at = 0; at * PIECE_BYTES < photo.size; at += 1) {
    const piece = await outbox.readPiece(piecesName(photo), at)
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
