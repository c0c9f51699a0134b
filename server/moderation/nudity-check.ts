import type { ReviewReason } from '../../contract/entities.ts'
import type { Log } from '../log.ts'
import type { Probabilities } from '../media/nudity-model.ts'
import { Outage } from '../outages.ts'
import { PhotoError } from '../media/photo-messages.ts'
import type { PhotoProcess } from '../media/photo-process.ts'

export interface Checked {
  /** Why the owner has to look at it first; undefined: nothing speaks against it. */
  reason: Extract<ReviewReason, 'nudity' | 'unchecked'> | undefined
  /** JSON, by class. */
  probabilities?: string
}

/**
 * Looks at a photo, by the `square` of its renditions. A crash or a time-out is tried again; a check that fails says so, and rejects
 * only where the server is stopping, or in an outage.
 */
export type NudityCheck = (square: Uint8Array) => Promise<Checked>

interface NudityCheckParts {
  photos: Pick<PhotoProcess, 'classify'>
  /** From this likelihood on a photo waits for the owner. */
  threshold: number
  log: Log
}

/** On a busy machine even a harmless one may take too long once; more tries would keep it busy. */
const TRIES = 2

export function createNudityCheck({ photos, threshold, log }: NudityCheckParts): NudityCheck {
  async function classify(square: Uint8Array, tries = TRIES): Promise<Probabilities> {
    try {
      return await photos.classify(square)
    } catch (error) {
      const mayPass = error instanceof PhotoError && error.isRetryable && error.reason !== 'closed'
      if (!mayPass || tries === 1) throw error
      return classify(square, tries - 1)
    }
  }

  return async (square) => {
    try {
      const found = await classify(square)
      const likelihood = found.Porn + found.Hentai
      if (Number.isNaN(likelihood)) throw new Error('the model gave no number')
      const isClear = likelihood < threshold
      return { reason: isClear ? undefined : 'nudity', probabilities: JSON.stringify(found) }
    } catch (error) {
      if (error instanceof Outage) throw error
      if (error instanceof PhotoError && error.reason === 'closed') throw error
      log.error('a photo could not be checked, and waits for the owner', { error })
      return { reason: 'unchecked' }
    }
  }
}
