import { api } from '../../contract/api.ts'
import { UPLOAD_TIMEOUT_MS } from '../../contract/limits.ts'
import { call } from '../api/call.ts'
import type { Send, Sending } from './sending.ts'

/** Sends one photo, once. */
export const sendPhoto: Send = sendWhole

async function sendWhole({ photo, bytes, token, note }: Sending) {
  if (!(await note({ mayBeStored: true }))) return undefined
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
