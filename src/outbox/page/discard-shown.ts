import { onlyIfFull } from '../../device/device-database.ts'
import { inTime } from '../../device/in-time.ts'
import { announceUploads } from '../queue/announce.ts'
import { discardPhoto, isOnlyHere, unwant } from '../queue/photo-actions.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { outbox } from '../store/outbox.ts'
import { nudgeUploads } from './drivers.ts'
import { outboxOf } from './photos-in-memory.ts'

/** Discards a photo in the state that is shown, which on a full device is known to whoever sends it, and not to its record. */
export async function discardShown(photo: OutboxPhoto): Promise<void> {
  const place = outboxOf(photo)
  // What it was copied from would come back, or go up in its place.
  if (photo.isInMemory) await inTime(discardPhoto(outbox, photo.key))
  try {
    const isGone = isOnlyHere(photo) && (await discardPhoto(place, photo.key))
    if (!isOnlyHere(photo)) await unwant(place, photo.key)
    announceUploads()
    // Only the server can say whether it has the photo.
    if (!isGone) await nudgeUploads()
  } catch (error) {
    onlyIfFull(error)
    await nudgeUploads([photo.key])
  }
}
