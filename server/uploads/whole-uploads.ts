import { texts } from '../../contract/texts.ts'
import { HttpError } from '../http/http-error.ts'
import type { UploadOwner } from './finish-upload.ts'

/** Until what a broken line has begun is cut off. */
const AGAIN_SECONDS = 5

/** Who sends which photo. */
export interface KeyedPhoto extends UploadOwner {
  idempotencyKey: string
}

/**
 * Photos that this process is taking in as a whole. Of what another process takes in nothing is known here; that a key makes one post
 * alone is seen to by the unique index.
 */
export interface WholeUploads {
  /** Does the work while no other has this key. Rejects as `requireNone`. */
  take: <T>(photo: KeyedPhoto, work: () => Promise<T>) => Promise<T>
  /** Throws with 409 (`key_running`) where the photo of this key is being taken in. */
  requireNone: (photo: KeyedPhoto) => void
}

export function createWholeUploads(): WholeUploads {
  const running = new Set<string>()

  function requireNone(photo: KeyedPhoto): void {
    if (running.has(slotOf(photo))) {
      throw new HttpError(409, texts.server.keyRunning, 'key_running', {
        retryAfterSeconds: AGAIN_SECONDS,
      })
    }
  }

  return {
    requireNone,
    async take(photo, work) {
      requireNone(photo)
      running.add(slotOf(photo))
      try {
        return await work()
      } finally {
        running.delete(slotOf(photo))
      }
    },
  }
}

function slotOf({ user, event, idempotencyKey }: KeyedPhoto): string {
  return `${user.id} ${event.id} ${idempotencyKey}`
}
