import { captureTime } from '../../../contract/capture-time.ts'
import { forPhotos } from '../store/outbox-item.ts'
import type { Outbox } from '../store/outbox.ts'
import type { SmallerPhoto } from './make-smaller.ts'
import { sha256, deferForShrinking, isDeferred } from '../store/outbox-photo.ts'

interface ShrinkOptions {
  /** All outboxes of this page. */
  outboxes: readonly Outbox[]
  /** Undefined or rejecting: the photo is sent as it is. May take the bytes over. */
  makeSmaller: (photo: ArrayBuffer) => Promise<SmallerPhoto | undefined>
  /** A photo may be sent now. */
  onRelease?: () => void
  now?: () => number
}

/**
 * Makes held photos smaller, one at a time, since a decoded one takes 50 MB and more. The smaller photo replaces the stored one
 * in one transaction with all that its record says of the bytes. A photo that cannot be made smaller is released as it is.
 */
export async function shrinkPhotos(options: ShrinkOptions): Promise<void> {
  const { outboxes, onRelease, now = Date.now } = options
  const tried = new Set<string>()
  for (;;) {
    const [next] = await holdOn(outboxes, tried, now())
    if (!next) return
    const { outbox, key } = next
    tried.add(key)
    // On a device without room for the smaller one, or for any write, the hold just expires.
    await shrinkOne(next, { ...options, now }).catch(console.error)
    await release(outbox, key).catch(console.error)
    onRelease?.()
  }
}

interface Held {
  key: string
  outbox: Outbox
}

/** Renews the hold of all photos that are still to come. */
async function holdOn(
  outboxes: readonly Outbox[],
  tried: Set<string>,
  now: number,
): Promise<Held[]> {
  const held: Held[] = []
  for (const outbox of outboxes) {
    const changeAll = outbox.changeAll(
      forPhotos((photo) =>
        isDeferred(photo, now) && !tried.has(photo.key) ? deferForShrinking(now) : undefined,
      ),
    )
    // Where the device's storage fails, photos in memory are still made smaller.
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
  const replace = forPhotos((photo) =>
    // After the hold it may be on its way, even if the device had no room to note that.
    isDeferred(photo, now())
      ? {
          isToShrink: false,
          nextAt: now(),
          size: smaller.bytes.byteLength,
          sha256: hash,
          original_sha256: photo.sha256,
          original_date: captureTime(smaller.exif, { ...photo, filename: photo.name }, now()) ?? '',
        }
      : undefined,
  )
  await outbox.change(key, replace, smaller.bytes)
}

async function release(outbox: Outbox, key: string): Promise<void> {
  await outbox.change(
    key,
    forPhotos(({ isToShrink, state }) =>
      isToShrink && state === 'waiting' ? { isToShrink: false, nextAt: 0 } : undefined,
    ),
  )
}
