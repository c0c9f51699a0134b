import { useState } from 'react'
import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'
import { readSession } from '../../device/token.ts'
import { persistStorage } from '../../outbox/page/persist-storage.ts'
import { keepPhoto } from '../../outbox/page/keep-photo.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { showToast } from '../../ui/toast.tsx'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { holdPage } from '../../worker/busy.ts'
import { checkChoice, namingFiles } from './photo-choice.ts'

/** Chosen photos that are not stored yet. */
let unstored = 0
holdPage(() => unstored > 0)

export interface Choosing {
  /** How many photos are being stored on the device. */
  saving: number
  /** Stores chosen files as drafts, in their order, and says what is wrong with the others. Gives how many are stored. */
  choose: (files: File[]) => Promise<number>
}

/** Stores photos from the picker on this device. `drafts`: how many there are that count as of the same choice. */
export function useChoosing(event_hash: string, drafts: number): Choosing {
  const [saving, setSaving] = useState(0)

  const keepAll = async (files: File[]): Promise<number> => {
    const session = await readSession()
    const foreign: File[] = []
    const failed: File[] = []
    let lost = 0
    for (const file of files) {
      if (!(await isPhotoFile(file))) {
        foreign.push(file)
        setSaving((count) => count - 1)
        continue
      }
      const options = { eventHash: event_hash, userId: session?.user.id }
      try {
        if ((await keepPhoto(file, options)) === 'memory') failed.push(file)
      } catch (error) {
        console.error(error)
        failed.push(file)
        lost += 1
      }
      // The draft has to be there before its placeholder goes.
      await refreshUploads()
      setSaving((count) => count - 1)
    }
    announceUploads()
    if (foreign.length > 0) showAlert(namingFiles(foreign, texts.upload.notAnImage))
    if (failed.length > 0) showAlert(namingFiles(failed, texts.upload.notSaved))
    // Not waited for: Firefox asks its user.
    if (failed.length + foreign.length < files.length) void persistStorage().catch(() => undefined)
    return files.length - foreign.length - lost
  }

  const choose = async (files: File[]): Promise<number> => {
    const { taken, problems, leftOut } = checkChoice(files, drafts + saving)
    for (const problem of problems) {
      showAlert(problem, problem === texts.upload.tooMany ? () => sayLeftOut(leftOut) : undefined)
    }
    setSaving((count) => count + taken.length)
    unstored += taken.length
    try {
      return await keepAll(taken)
    } finally {
      unstored -= taken.length
    }
  }
  return { saving, choose }
}

function sayLeftOut(count: number): void {
  showToast({ text: texts.upload.leftOut(count) })
}
