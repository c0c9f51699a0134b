import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { outboxOf } from '../../outbox/page/photos-in-memory.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { saveBlob } from '../../ui/save-blob.ts'

/** Gives the photo back as a file, byte for byte as it lies here: as it was chosen, or the smaller one that took its place. */
export async function saveToPhone(photo: OutboxPhoto): Promise<void> {
  const { key, name, type } = photo
  const bytes = await outboxOf(photo).readBytes(key)
  if (!bytes) return showAlert(texts.upload.gone)
  saveBlob(new Blob([bytes], { type }), name)
}
