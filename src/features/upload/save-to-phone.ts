import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../../device/outbox-photo.ts'
import { outboxOf } from '../../offline/photos-in-memory.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** Gives the photo back as a file, byte for byte as it was chosen. */
export async function saveToPhone(photo: OutboxPhoto): Promise<void> {
  const { key, name, type } = photo
  const bytes = await outboxOf(photo).readBytes(key)
  if (!bytes) return showAlert(texts.upload.gone)
  const url = URL.createObjectURL(new Blob([bytes], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the bytes over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
