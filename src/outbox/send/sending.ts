import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { UploadAnswer } from './upload-answer.ts'

/** How far a photo has got. */
export type Progress = Partial<Pick<OutboxPhoto, 'uploadId' | 'offset' | 'mayBeStored'>>

/** A photo that is being sent, in the name of the token's user. */
export interface Sending {
  photo: OutboxPhoto
  bytes: ArrayBuffer
  token: string
  /** Stores the progress for later tries. False: stop sending, as the photo is not wanted any more or its user signed out. */
  note: (progress: Progress) => Promise<boolean>
}

/** Sends a photo, once. Rejects with an ApiError. Undefined: `note` told it to stop. */
export type Send = (sending: Sending) => Promise<UploadAnswer | undefined>
