import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'
import { readSession } from '../../device/token.ts'
import { persistStorage } from '../../outbox/page/persist-storage.ts'
import { keepPhoto } from '../../outbox/page/keep-photo.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { showToast } from '../../ui/toast.tsx'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { checkChoice, namingFiles } from './photo-choice.ts'
import { addUnstored, useUnstored } from './unstored-photos.ts'

export interface Choosing {
  /** How many photos of the Orma are being stored on the device, those of the camera as well. */
  saving: number
  /** Stores chosen files as drafts, in their order, and says what is wrong with the others. Gives how many are stored. */
  choose: (files: File[]) => Promise<number>
}

/**
 * Stores photos from the picker on this device. `drafts`: how many there are that count as of the same choice, beside those that are
 * being stored; absent where each choice is one of its own.
 */
export function useChoosing(event_hash: string, drafts?: number): Choosing {
  const saving = useUnstored(event_hash)

  /** `onDone`: called for each that is stored, or is not going to be. */
  const keepAll = async (files: File[], onDone: () => void): Promise<number> => {
    const session = await readSession()
    const foreign: File[] = []
    const failed: File[] = []
    let lost = 0
    for (const file of files) {
      if (!(await isPhotoFile(file))) {
        foreign.push(file)
        onDone()
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
      onDone()
    }
    announceUploads()
    if (foreign.length > 0) showAlert(namingFiles(foreign, texts.upload.notAnImage))
    if (failed.length > 0) showAlert(namingFiles(failed, texts.upload.notSaved))
    // Not waited for: Firefox asks its user.
    if (failed.length + foreign.length < files.length) void persistStorage().catch(() => undefined)
    return files.length - foreign.length - lost
  }

  const choose = async (files: File[]): Promise<number> => {
    const { taken, problems, leftOut } = checkChoice(
      files,
      drafts === undefined ? 0 : drafts + saving,
    )
    for (const problem of problems) {
      showAlert(problem, problem === texts.upload.tooMany ? () => sayLeftOut(leftOut) : undefined)
    }
    let left = taken.length
    const count = (change: number) => {
      left += change
      addUnstored(event_hash, change)
    }
    addUnstored(event_hash, left)
    try {
      return await keepAll(taken, () => count(-1))
    } finally {
      count(-left)
    }
  }
  return { saving, choose }
}

function sayLeftOut(count: number): void {
  showToast({ text: texts.upload.leftOut(count) })
}
