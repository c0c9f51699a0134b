import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { UploadAnswer } from './upload-answer.ts'

/** How far a photo is. */
export type Progress = Partial<Pick<OutboxPhoto, 'uploadId' | 'offset' | 'mayBeStored'>>

/** A photo that is being sent, in the name of the token's user. */
export interface Sending {
  photo: OutboxPhoto
  bytes: ArrayBuffer
  token: string
  /** Writes down how far it is, for whoever comes after us. False: sending is to stop, because it is not wanted any more or its user has signed out. */
  note: (progress: Progress) => Promise<boolean>
}

/** Sends a photo, once. Rejects with an ApiError. Undefined: it stopped, because it was told to. */
export type Send = (sending: Sending) => Promise<UploadAnswer | undefined>
