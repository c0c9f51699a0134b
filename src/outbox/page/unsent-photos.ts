import { listPhotos } from '../store/outbox-item.ts'
import { isUnsent } from '../store/outbox-photo.ts'
import type { Outbox } from '../store/outbox.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { allOutboxes } from './page-outboxes.ts'

/**
 * The photos that the server is not known to have, of the device and of this page, without discarded ones. For one that is in
 * both, the stored one counts, as it stays. Storage that is forbidden or in trouble counts as empty, and so does what `read` gives
 * up.
 */
export async function listUnsent(
  read: (place: Outbox) => Promise<OutboxPhoto[] | undefined> = listPhotos,
): Promise<OutboxPhoto[]> {
  const unsent = new Map<string, OutboxPhoto>()
  for (const place of allOutboxes()) {
    for (const photo of (await read(place).catch(() => undefined)) ?? []) {
      if (!unsent.has(photo.key)) unsent.set(photo.key, photo)
    }
  }
  return [...unsent.values()].filter((photo) => isUnsent(photo) && !photo.isUnwanted)
}
