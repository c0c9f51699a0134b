import { api } from '../../contract/api.ts'
import { UPLOAD_TIMEOUT_MS } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import type { OutboxPhoto } from '../device/outbox-photo.ts'
import type { UploadAnswer } from './upload-answer.ts'

/** Sends one photo, once, in the name of the token's user. Rejects with an ApiError. */
export function sendPhoto(
  photo: OutboxPhoto,
  bytes: ArrayBuffer,
  token: string,
): Promise<UploadAnswer> {
  const form = new FormData()
  form.append('original_date', photo.original_date)
  form.append('timezone', photo.timezone)
  form.append('description', '1')
  // Last: the server knows all about it before its bytes come.
  form.append('image', new Blob([bytes], { type: photo.type }), photo.name)
  return call(api.uploadPhoto, {
    params: { event_hash: photo.eventHash },
    form,
    token,
    idempotencyKey: photo.key,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}
