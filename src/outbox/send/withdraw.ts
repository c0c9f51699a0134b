import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { tus } from '../../api/tus.ts'
import type { Tus } from '../../api/tus.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { orAlreadyGone } from './send-change.ts'
import { newUploadOf } from './send-resumable.ts'
import { judgeAnswer, judgeError } from './upload-answer.ts'
import type { Verdict } from './upload-answer.ts'

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
