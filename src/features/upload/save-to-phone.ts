import { texts } from '../../../contract/texts.ts'
import { outboxOf } from '../../outbox/page/page-outboxes.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { saveBlob } from '../../ui/layout/save-blob.ts'

/** Gives the photo back as a file with the bytes stored here: as it was chosen, or the smaller one that replaced it. */
export async function saveToPhone(photo: OutboxPhoto): Promise<void> {
  const { key, name, type } = photo
  try {
    const bytes = await outboxOf(photo).readBytes(key)
    if (bytes) saveBlob(new Blob([bytes], { type }), name)
    else showAlert(texts.upload.gone)
  } catch (error) {
    console.error(error)
    showAlert(texts.upload.notSaved)
  }
}
