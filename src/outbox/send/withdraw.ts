import { tus } from '../../api/tus.ts'
import type { Tus } from '../../api/tus.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import { newUploadOf } from './send-resumable.ts'
import { judgeAnswer, judgeError } from './upload-answer.ts'
import type { Verdict } from './upload-answer.ts'

/**
 * Finds out whether the server has a photo that was discarded after it may have arrived. It begins an upload under the photo's
 * key, without a byte; if the server does not have the photo, that upload is cancelled again.
 */
export async function withdrawPhoto(
  photo: OutboxPhoto,
  token: string,
  calls: Tus = tus,
): Promise<Verdict> {
  try {
    const { eventHash, size } = photo
    const { id, offset } = await calls.create(newUploadOf(photo), token)
    const upload = { eventHash, id }
    if (offset >= size) return judgeAnswer(photo, await calls.readResult(upload, token))
    await calls.cancel(upload, token)
    return { kind: 'deleted' }
  } catch (error) {
    const verdict = judgeError(error)
    // If the server refuses even to begin, it does not have the photo.
    return verdict.kind === 'refused' ? { kind: 'deleted' } : verdict
  }
}
