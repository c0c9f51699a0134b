import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { outbox } from '../../outbox/store/outbox.ts'
import { readSession } from '../../device/token.ts'
import { persistStorage } from '../../outbox/page/persist-storage.ts'
import { memoryOutbox } from '../../outbox/page/photos-in-memory.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { queuePhoto } from '../../outbox/store/queue-photo.ts'
import { checkChoice } from './photo-choice.ts'

export interface Choosing {
  /** How many photos are being written to the device now. */
  saving: number
  /** Keeps chosen files as drafts, each before the next, and says what is wrong with the others. */
  choose: (files: File[]) => void
}

/** Takes photos from the picker onto this device. `drafts`: how many are there already. */
export function useChoosing(event_hash: string, drafts: number): Choosing {
  const [saving, setSaving] = useState(0)

  const keepAll = async (files: File[]) => {
    const session = await readSession()
    let failed = 0
    for (const file of files) {
      const options = { eventHash: event_hash, userId: session?.user.id }
      try {
        await queuePhoto(file, { ...options, outbox })
      } catch (error) {
        // Said plainly: this photo is not on the device, whatever the cause. It can still go up from here.
        console.error(error)
        failed += 1
        await queuePhoto(file, { ...options, outbox: memoryOutbox }).catch(console.error)
      }
      // The draft is in sight before its place as a photo being saved goes.
      await refreshUploads()
      setSaving((count) => count - 1)
    }
    announceUploads()
    if (failed > 0) showAlert(texts.upload.notSaved)
    if (failed < files.length) await persistStorage().catch(() => undefined)
  }

  const choose = (files: File[]) => {
    const { taken, problems } = checkChoice(files, drafts + saving)
    for (const problem of problems) showAlert(problem)
    setSaving((count) => count + taken.length)
    void keepAll(taken)
  }
  return { saving, choose }
}
