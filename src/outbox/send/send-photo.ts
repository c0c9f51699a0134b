import { api } from '../../../contract/api.ts'
import { RESUMABLE_FROM_BYTES } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import { isVideo } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { createResumableSend, newUploadOf } from './send-resumable.ts'
import type { Send, Sending, Verdict } from './upload-answer.ts'
import { tus } from '../../api/tus.ts'
import type { Tus } from '../../api/tus.ts'
import { orAlreadyGone } from './send-change.ts'
import { judgeAnswer, judgeError } from './upload-answer.ts'

const sendResumable = createResumableSend()

/** Sends one photo or video, once: a small photo as a whole, any other in chunks. */
export const sendPhoto: Send = (sending) =>
  goesInChunks(sending.photo) ? sendResumable(sending) : sendWhole(sending)

/** Whether it goes in chunks: a large photo, and each video. One that was cancelled has to be begun anew. */
export function goesInChunks(photo: OutboxPhoto): boolean {
  const { size, uploadId, reasonCode } = photo
  const isLarge = size > RESUMABLE_FROM_BYTES || isVideo(photo)
  return isLarge || uploadId !== null || reasonCode === 'upload_gone'
}

async function sendWhole({ photo, bytes, token, note }: Sending) {
  if (!(await note({ mayBeStored: true }))) return undefined
  const form = new FormData()
  form.append('original_date', photo.original_date)
  form.append('timezone', photo.timezone)
  form.append('description', '1')
  if (photo.original_sha256 !== null) form.append('original_sha256', photo.original_sha256)
  // Last, so that the server has all fields before the bytes.
  form.append(
    'image',
    new Blob([await bytes.slice(0, bytes.size)], { type: photo.type }),
    photo.name,
  )
  return call(api.uploadPhoto, {
    params: { event_hash: photo.eventHash },
    form,
    token,
    idempotencyKey: photo.key,
  })
}

/**
 * Sees to it that the server does not have a photo that was discarded after it may have arrived. It begins an upload under the
 * photo's key, without a byte: if the server has the photo, its post is deleted; if not, that upload is cancelled again.
 */
export async function withdrawPhoto(
  photo: OutboxPhoto,
  token: string,
  calls: Tus = tus,
  deletePost = deletePostOf,
): Promise<Verdict> {
  try {
    const { eventHash, size } = photo
    const { id, offset } = await calls.create(newUploadOf(photo), token)
    const upload = { eventHash, id }
    if (offset < size) await calls.cancel(upload, token)
    else {
      const verdict = judgeAnswer(photo, await calls.readResult(upload, token))
      if (verdict.kind !== 'stored') return verdict
      await deletePost(eventHash, verdict.post.id, token)
    }
    return { kind: 'deleted' }
  } catch (error) {
    const verdict = judgeError(error)
    // If the server refuses even to begin, it does not have the photo.
    return verdict.kind === 'refused' ? { kind: 'deleted' } : verdict
  }
}

async function deletePostOf(event_hash: string, post_id: number, token: string): Promise<void> {
  await orAlreadyGone(call(api.deletePost, { params: { event_hash, post_id }, token }))
}
