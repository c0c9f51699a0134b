import type { ReviewReason } from '../../contract/entities.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { PhotoError } from '../media/photo-process.ts'
import type { PhotoProcess } from '../media/photo-process.ts'

/** What a check says of a photo. */
export interface Checked {
  /** Why the owner has to look at it first; undefined: nothing speaks against it. */
  reason: Extract<ReviewReason, 'nudity' | 'unchecked'> | undefined
  /** JSON, by class. */
  probabilities?: string
}

/** Looks at a photo, by the `square` of its renditions. A check that fails says so and rejects only where the server is stopping. */
export type NudityCheck = (square: Uint8Array) => Promise<Checked>

export interface NudityCheckParts {
  photos: Pick<PhotoProcess, 'classify'>
  /** From this likelihood on a photo waits for the owner. */
  threshold: number
  log: Log
}

/** The check that the operator wants; undefined: none. */
export function wantedCheck(
  { moderation, moderationThreshold: threshold }: Config,
  parts: Omit<NudityCheckParts, 'threshold'>,
): NudityCheck | undefined {
  return moderation === 'off' ? undefined : createNudityCheck({ ...parts, threshold })
}

export function createNudityCheck({ photos, threshold, log }: NudityCheckParts): NudityCheck {
  return async (square) => {
    try {
      const found = await photos.classify(square)
      const likelihood = found.Porn + found.Hentai
      if (Number.isNaN(likelihood)) throw new Error('the model gave no number')
      const isClear = likelihood < threshold
      return { reason: isClear ? undefined : 'nudity', probabilities: JSON.stringify(found) }
    } catch (error) {
      if (error instanceof PhotoError && error.reason === 'closed') throw error
      log.error('a photo could not be checked, and waits for the owner', { error })
      return { reason: 'unchecked' }
    }
  }
}
