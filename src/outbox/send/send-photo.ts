import { api } from '../../../contract/api.ts'
import { CHUNK_BYTES, RESUMABLE_FROM_BYTES } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { NO_NETWORK } from '../store/outbox-item.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { createResumableSend } from './send-resumable.ts'
import type { Send, Sending } from './upload-answer.ts'

const sendResumable = createResumableSend()

/** Sends one photo, once: a small one as a whole, any other in chunks. */
export const sendPhoto: Send = (sending) =>
  goesInChunks(sending.photo) ? sendResumable(sending) : sendWhole(sending)

/**
 * Whether a photo goes in chunks: a large one, or one that the line has failed to carry as a whole. One that was cancelled has to be
 * begun anew.
 */
export function goesInChunks({ size, uploadId, attempts, reasonCode }: OutboxPhoto): boolean {
  // The server may still wait for what a broken line has not brought.
  const brokeOff = attempts > 0 && (reasonCode === NO_NETWORK || reasonCode === 'key_running')
  const isBegun = uploadId !== null || reasonCode === 'upload_gone'
  return size > RESUMABLE_FROM_BYTES || isBegun || (brokeOff && size > CHUNK_BYTES.min)
}

async function sendWhole({ photo, bytes, token, note }: Sending) {
  if (!(await note({ mayBeStored: true }))) return undefined
  const form = new FormData()
  form.append('original_date', photo.original_date)
  form.append('timezone', photo.timezone)
  form.append('description', '1')
  if (photo.original_sha256 !== null) form.append('original_sha256', photo.original_sha256)
  // Last, so that the server has all fields before the bytes.
  form.append('image', new Blob([bytes], { type: photo.type }), photo.name)
  return call(api.uploadPhoto, {
    params: { event_hash: photo.eventHash },
    form,
    token,
    idempotencyKey: photo.key,
  })
}
