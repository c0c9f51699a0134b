import { randomKey } from '../../device/random-key.ts'
import { outbox } from '../store/outbox.ts'
import { queuePhoto } from '../store/queue-photo.ts'
import type { QueueOptions } from '../store/queue-photo.ts'
import { memoryOutbox } from './photos-in-memory.ts'

/**
 * Stores a chosen photo as a draft on this device, or where that fails in this page's memory, from where it can still be sent.
 * Gives where. Rejects where the photo cannot be read.
 */
export async function keepPhoto(
  file: File,
  options: Pick<QueueOptions, 'eventHash' | 'userId'>,
): Promise<'device' | 'memory'> {
  // One for all tries: a browser may report a failure and have stored the photo all the same.
  const key = randomKey()
  try {
    await queuePhoto(file, { ...options, key, outbox })
    return 'device'
  } catch (error) {
    console.error(error)
    if (await isStored(key)) return 'device'
    await queuePhoto(file, { ...options, key, outbox: memoryOutbox })
    return 'memory'
  }
}

async function isStored(key: string): Promise<boolean> {
  const stored = await outbox.list().catch(() => [])
  return stored.some((photo) => photo.key === key)
}
