import { SLOW_MS, inTime } from '../../device/in-time.ts'
import { randomKey } from '../../device/random-key.ts'
import { announceUploads } from '../queue/announce.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'
import { queuePhoto } from '../store/queue-photo.ts'
import type { QueueOptions } from '../store/queue-photo.ts'
import { memoryOutbox } from './photos-in-memory.ts'

/**
 * Stores a chosen photo as a draft on this device, or where that fails or hangs in this page's memory, from where it can still be sent.
 * Gives where. Rejects where the photo cannot be read.
 */
export async function keepPhoto(
  file: File,
  options: Pick<QueueOptions, 'eventHash' | 'userId'>,
): Promise<'device' | 'memory'> {
  // One for all tries: a browser may report a failure and have stored the photo all the same.
  const key = randomKey()
  let adding: Promise<void> | undefined
  const add: Outbox['add'] = async (photo, bytes) => {
    adding = outbox.add(photo, bytes)
    const isOver = await inTime(Promise.allSettled([adding]), SLOW_MS)
    return isOver ? adding : Promise.reject(new Error('The storage hangs.'))
  }
  try {
    await queuePhoto(file, { ...options, key, outbox: { ...outbox, add } })
    return 'device'
  } catch (error) {
    console.error(error)
    if (await isStored(key)) return 'device'
    await queuePhoto(file, { ...options, key, outbox: memoryOutbox })
    adding?.then(() => keepOnce(key)).catch(console.error)
    return 'memory'
  }
}

/** The device has stored a photo after all that is in memory as well. */
async function keepOnce(key: string): Promise<void> {
  const isMeant = (photo: OutboxPhoto) => photo.key === key
  const isUntouched = await memoryOutbox.remove(
    (photo) => isMeant(photo) && photo.state === 'draft',
  )
  const copy = (await memoryOutbox.list()).find(isMeant)
  // One that is on its way from memory stays on the device until the server has it.
  const isOver = !copy || copy.isUnwanted || copy.postId !== null
  if (isUntouched === 0 && isOver) await outbox.remove(isMeant)
  announceUploads()
}

async function isStored(key: string): Promise<boolean> {
  const stored = await inTime(outbox.list())
  return stored?.some((photo) => photo.key === key) ?? false
}
