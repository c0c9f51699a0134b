import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import type { WaitingChange } from '../device/change-outbox.ts'
import type { ChangeAnswer } from './change-turn.ts'

/** Sends a like or a comment, once, in the name of the token's user. Rejects with an ApiError. */
export async function sendChange(
  { kind, eventHash: event_hash, postId: post_id, content, key }: WaitingChange,
  token: string,
): Promise<ChangeAnswer> {
  const options = { token, idempotencyKey: key }
  if (kind === 'comment') {
    const params = { event_hash, post_id }
    const body = { content: content ?? '' }
    return { comment: await call(api.addComment, { ...options, params, body }) }
  }
  const reaction = { ...options, params: { event_hash }, body: { post_id } }
  const { Likes } = await (kind === 'like'
    ? call(api.likePost, reaction)
    : call(api.unlikePost, reaction))
  return { Likes }
}
