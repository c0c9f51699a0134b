import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { COMMENTS_PER_MINUTE } from '../../contract/limits.ts'
import { recordAct } from '../events/audit.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { requireStillOpen } from '../events/require-event.ts'
import type { EventSubject } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { onceByKey } from '../http/keyed-calls.ts'
import { MINUTE_MS, spend } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import { lockPost, requirePost } from '../posts/read-posts.ts'
import type { PostRow } from '../posts/posts.ts'
import { requireAccount } from '../users/users.ts'
import {
  addComment,
  deleteComment,
  editComment,
  findComment,
  listComments,
  readComment,
} from './comments.ts'
import type { CommentRow } from './comments.ts'

export function commentRoutes({ db, access, now }: Pick<Parts, 'db' | 'access' | 'now'>): Route[] {
  async function loadPost(
    subject: EventSubject,
    post_id: number,
  ): Promise<{ event: SeenEvent; post: PostRow }> {
    const event = await access.requireEvent(subject)
    return { event, post: await requirePost(db, event, post_id) }
  }

  async function loadComment(
    subject: EventSubject & { params: { id: number; comment_id: number } },
  ): Promise<{ event: SeenEvent; comment: CommentRow }> {
    const { event, post } = await loadPost(subject, subject.params.id)
    const comment = await findComment(db, { id: subject.params.comment_id, post_id: post.id })
    if (!comment) throw new HttpError('comment_not_found')
    return { event, comment }
  }

  return [
    handle(api.addComment, {
      load: (subject) => loadPost(subject, subject.params.post_id),
      run: async ({ loaded: { event, post }, body: { content }, user, idempotencyKey: key }) => {
        const payload = ['comment', post.id, content]
        const call = { user_id: user.id, event_id: event.id, key, payload }
        // Its words are not kept with the key: they may be edited or deleted until the call is repeated.
        const { id } = await onceByKey(db, call, now(), async (tx) => {
          await requireAccount(tx, user.id)
          await spend(tx, commentsOf(user.id), now())
          const open = await requireStillOpen(tx, event, now())
          // The post may have gone while the body was on its way.
          await lockPost(tx, open, post.id)
          const added = { post_id: post.id, user_id: user.id, content }
          return { id: (await addComment(tx, added, now())).id }
        })
        const comment = await readComment(db, { id, post_id: post.id })
        if (comment) return comment
        throw new HttpError('comment_deleted')
      },
    }),

    handle(api.editComment, {
      load: async (subject) => {
        const { event, comment } = await loadComment(subject)
        if (comment.user_id !== subject.user.id) {
          throw new HttpError('author_only')
        }
        return { event, comment }
      },
      run: async ({ loaded: { event, comment }, body: { content }, user }) => {
        const edited = await db.transaction(async (tx) => {
          await spend(tx, commentsOf(user.id), now())
          await requireStillOpen(tx, event, now())
          return editComment(tx, { ...comment, content }, now())
        })
        if (!edited) throw new HttpError('comment_not_found')
        return edited
      },
    }),

    handle(api.deleteComment, {
      load: async (subject) => {
        const { event, comment } = await loadComment(subject)
        if (comment.user_id !== subject.user.id && !event.viewer.isOrganiser) {
          throw new HttpError('forbidden')
        }
        return { event, comment }
      },
      run: async ({ loaded: { event, comment }, user }) => {
        const { id: event_id } = event
        const { post_id } = comment
        await db.transaction(async (tx) => {
          const isDeleted = await deleteComment(tx, comment)
          if (!isDeleted || !event.viewer.isOrganiser) return
          const act = { event_id, user_id: user.id, action: 'delete_comment', post_id } as const
          await recordAct(tx, act, now())
        })
        return { success: true as const }
      },
    }),

    handle(api.listComments, {
      load: (subject) => loadPost(subject, subject.params.post_id),
      run: async ({ loaded: { post } }) => ({ comments: await listComments(db, post.id) }),
    }),
  ]
}

/** Added and changed ones: every phone at the Orma is told of either. */
function commentsOf(user_id: number): Limit {
  return { scope: `comment:${user_id}`, max: COMMENTS_PER_MINUTE, windowMs: MINUTE_MS }
}
