import { captureTime } from '../../../contract/capture-time.ts'
import type { Outbox } from '../store/outbox.ts'
import type { SmallerPhoto } from './make-smaller.ts'
import { sha256 } from '../store/sha256.ts'
import { holdForShrinking, isHeld } from './shrink-hold.ts'

export interface ShrinkOptions {
  /** All that this page can reach. */
  outboxes: readonly Outbox[]
  /** Undefined or rejecting: it goes as it is. It may take the bytes for itself. */
  makeSmaller: (photo: ArrayBuffer) => Promise<SmallerPhoto | undefined>
  /** A photo may be sent now. */
  onRelease?: () => void
  now?: () => number
}

/**
 * Makes the photos that wait for it smaller, one at a time, since a decoded one takes 50 MB and more. A photo stays stored
 * until the smaller one takes its place, in one step with all that is said of its bytes; any that cannot be made
 * smaller is let go as it is.
 */
export async function shrinkPhotos(options: ShrinkOptions): Promise<void> {
  const { outboxes, onRelease, now = Date.now } = options
  const tried = new Set<string>()
  for (;;) {
    const [next] = await holdOn(outboxes, tried, now())
    if (!next) return
    const { outbox, key } = next
    tried.add(key)
    // Where there is no room for the smaller one, nor for a word about it, the hold just ends.
    await shrinkOne(next, { ...options, now }).catch(console.error)
    await release(outbox, key).catch(console.error)
    onRelease?.()
  }
}

interface Held {
  key: string
  outbox: Outbox
}

/** Has those whose turn is still to come wait on, wherever they lie, since somebody is at it. */
async function holdOn(
  outboxes: readonly Outbox[],
  tried: Set<string>,
  now: number,
): Promise<Held[]> {
  const held: Held[] = []
  for (const outbox of outboxes) {
    const changeAll = outbox.changeAll((photo) =>
      isHeld(photo, now) && !tried.has(photo.key) ? holdForShrinking(now) : undefined,
    )
    // Where the device refuses its storage, photos of the page alone are made smaller all the same.
    const photos = await changeAll.catch((error: unknown) => {
      console.error(error)
      return []
    })
    held.push(...photos.map(({ key }) => ({ key, outbox })))
  }
  return held
}

async function shrinkOne(
  { key, outbox }: Held,
  { makeSmaller, now }: Pick<ShrinkOptions, 'makeSmaller'> & { now: () => number },
): Promise<void> {
  const bytes = await outbox.readBytes(key)
  const smaller = bytes && (await makeSmaller(bytes))
  if (!smaller) return
  const hash = await sha256(smaller.bytes)
  await outbox.changeWithBytes(key, smaller.bytes, (photo) =>
    // Past the hold somebody else may be sending it, also where the device had no room to say so.
    isHeld(photo, now())
      ? {
          isToShrink: false,
          nextAt: now(),
          size: smaller.bytes.byteLength,
          sha256: hash,
          original_sha256: photo.sha256,
          original_date: captureTime(smaller.exif, photo),
        }
      : undefined,
  )
}

async function release(outbox: Outbox, key: string): Promise<void> {
  await outbox.change(key, ({ isToShrink, state }) =>
    isToShrink && state === 'waiting' ? { isToShrink: false, nextAt: 0 } : undefined,
  )
}
