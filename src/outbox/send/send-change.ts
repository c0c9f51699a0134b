import { api } from '../../../contract/api.ts'
import type { Comment, Like, Post } from '../../../contract/entities.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import type { NewChange } from '../store/outbox-item.ts'

/** What the server answers to a change. */
export interface ChangeAnswer {
  comment?: Comment
  Likes?: Like[]
  /** Posts that were approved. */
  posts?: Post[]
  /** What was to be deleted was not there any more. */
  wasGone?: boolean
}

/** Sends one change, once, in the name of the token's user. Rejects with an ApiError. */
export async function sendChange(change: NewChange, token: string): Promise<ChangeAnswer> {
  const { kind, eventHash: event_hash, postId: post_id, commentId = 0, key } = change
  const { postIds = [], ownerUserId } = change
  const userId = ownerUserId ?? 0
  const ofPost = { event_hash, post_id }
  const ofComment = { event_hash, id: post_id, comment_id: commentId }
  const content = change.content ?? ''
  switch (kind) {
    case 'like':
    case 'unlike': {
      const endpoint = kind === 'like' ? api.likePost : api.unlikePost
      const options = { params: { event_hash }, body: { post_id }, token, idempotencyKey: key }
      return { Likes: (await call(endpoint, options)).Likes }
    }
    case 'comment': {
      const body = { content, ...ofPost }
      const options = { params: ofPost, body, token, idempotencyKey: key }
      return { comment: await call(api.addComment, options) }
    }
    case 'edit-comment': {
      const options = { params: ofComment, body: { content, userId }, token }
      return { comment: await call(api.editComment, options) }
    }
    case 'delete-comment': {
      const options = { params: ofComment, body: { userId }, token }
      return { wasGone: await orAlreadyGone(call(api.deleteComment, options)) }
    }
    case 'delete-post':
      await orAlreadyGone(call(api.deletePost, { params: ofPost, token }))
      return {}
    case 'approve-post':
      return { posts: [(await call(api.approvePost, { params: ofPost, token })).post] }
    case 'approve-posts': {
      const several = { params: { event_hash }, body: { post_ids: postIds }, token }
      return { posts: (await call(api.approvePosts, several)).posts }
    }
  }
}

/** Counts a deletion as done where the thing is not there: perhaps this very call deleted it before its answer was lost. Gives whether it was so. */
export async function orAlreadyGone(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return false
  } catch (error) {
    if (!isRefusal(error, 404)) throw error
    return true
  }
}
