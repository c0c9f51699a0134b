import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'
import { readSession } from '../../device/token.ts'
import { keepPhoto, persistStorage } from '../../outbox/page/page-outboxes.ts'
import { refreshUploads } from '../../outbox/page/upload-store.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { showToast } from '../../ui/notices/toast.tsx'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { checkChoice, isTooMany, namingFiles } from './photo-choice.ts'
import { useSyncExternalStore } from 'react'
import { blockReload } from '../../worker/reload-guard.ts'

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
    const failed: File[] = []
    let lost = 0
    for (const file of files) {
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
    if (failed.length > 0) showAlert(namingFiles(failed, texts.upload.notSaved))
    // Not waited for: Firefox asks its user.
    if (failed.length < files.length) void persistStorage().catch(() => undefined)
    return files.length - lost
  }

  const choose = async (files: File[]): Promise<number> => {
    const before = drafts === undefined ? 0 : drafts + saving
    let left = checkChoice(files, before).taken.length
    const count = (change: number) => {
      left += change
      addUnstored(event_hash, change)
    }
    addUnstored(event_hash, left)
    try {
      const foreign = isTooMany(files, before) ? new Set<File>() : await findForeign(files)
      const { taken, problems, leftOut } = checkChoice(files, before, foreign)
      count(taken.length - left)
      for (const problem of problems) {
        showAlert(problem, problem === texts.upload.tooMany ? () => sayLeftOut(leftOut) : undefined)
      }
      return await keepAll(taken, () => count(-1))
    } finally {
      count(-left)
    }
  }
  return { saving, choose }
}

async function findForeign(files: readonly File[]): Promise<Set<File>> {
  const arePhotos = await Promise.all(files.map(isPhotoFile))
  return new Set(files.filter((_file, at) => !arePhotos[at]))
}

function sayLeftOut(count: number): void {
  showToast({ text: texts.upload.leftOut(count) })
}

/** How many chosen photos of each Orma are not stored yet, whichever screen they were chosen on. */
const unstored = new Map<string, number>()
const listeners = new Set<() => void>()
blockReload(() => unstored.size > 0)

function addUnstored(event_hash: string, count: number): void {
  const sum = unstoredOf(event_hash) + count
  if (sum > 0) unstored.set(event_hash, sum)
  else unstored.delete(event_hash)
  for (const listener of listeners) listener()
}

function useUnstored(event_hash: string): number {
  return useSyncExternalStore(subscribe, () => unstoredOf(event_hash))
}

function unstoredOf(event_hash: string): number {
  return unstored.get(event_hash) ?? 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
