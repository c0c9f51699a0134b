import * as v from 'valibot'
import { comment, count, event, id, post } from './entities.ts'

/**
 * A message of a live stream. It gives a state, never a step, so that hearing it twice, late, or after an answer that had it
 * already, does no harm. All is as a guest may see it; only its author and the Orma's owner hear of a post that is not COMPLETED.
 */
export const liveMessage = v.variant('type', [
  /** A post has joined the feed, or has another status. */
  v.object({ type: v.literal('POST_CHANGED'), post }),
  v.object({ type: v.literal('POST_REMOVED'), post_id: id }),
  v.object({
    type: v.literal('LIKE_CHANGED'),
    post_id: id,
    userId: id,
    liked: v.boolean(),
    likeCount: count,
  }),
  /** A comment was written or edited. */
  v.object({ type: v.literal('COMMENT_CHANGED'), post_id: id, comment, commentCount: count }),
  v.object({
    type: v.literal('COMMENT_REMOVED'),
    post_id: id,
    comment_id: id,
    commentCount: count,
  }),
  /** The owner has changed the Orma: its name, say, or until when photos can be added. */
  v.object({ type: v.literal('EVENT_CHANGED'), event }),
  /** Too much has happened to send one by one: what is shown of the Orma is to be asked for again. */
  v.object({ type: v.literal('RESET') }),
])
export type LiveMessage = v.InferOutput<typeof liveMessage>
