import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import type { Like } from '../../contract/entities.ts'
import { LIKES_PER_MINUTE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Transaction } from '../db/sql.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { requireStillOpen } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { onceByKey } from '../http/keyed-calls.ts'
import { MINUTE_MS, spend } from '../limits/limit.ts'
import { lockPost, requirePost } from '../posts/read-posts.ts'
import { requireAccount } from '../users/users.ts'
import { addLike, likesOfPosts, removeLike } from './likes.ts'

interface Reaction {
  name: 'like' | 'unlike'
  event: SeenEvent
  user_id: number
  post_id: number
  key: string | undefined
}

export function likeRoutes({ db, access, now }: Pick<Parts, 'db' | 'access' | 'now'>): Route[] {
  /** Likes a post or takes that back; once by key, as often as wanted without harm. */
  async function react(
    { name, event, user_id, post_id, key }: Reaction,
    change: (tx: Transaction) => Promise<void>,
  ): Promise<{ success: true; Likes: Like[] }> {
    const call = { user_id, event_id: event.id, key, payload: [name, post_id] }
    // What is kept of a key is that it was used: a hundred likes for each one would fill the table.
    await onceByKey(db, call, now(), async (tx) => {
      await requireAccount(tx, user_id)
      const scope = `like:${user_id}`
      await spend(tx, { scope, max: LIKES_PER_MINUTE, windowMs: MINUTE_MS }, now())
      await lockPost(
        tx,
        await requireStillOpen(tx, event, now()),
        post_id,
        texts.server.likeRefused,
      )
      await change(tx)
      return null
    })
    // Repeated by key, it may come from before the post was hidden from them.
    if (!event.viewer.seesAll) await requirePost(db, event, post_id, texts.server.likeRefused)
    const likes = await likesOfPosts(db, event.event_hash, [post_id], user_id)
    return { success: true, Likes: likes.get(post_id) ?? [] }
  }

  return [
    handle(api.likePost, {
      load: access.requireEvent,
      run: ({ loaded: event, body: { post_id }, user: { id: user_id }, idempotencyKey: key }) =>
        react({ name: 'like', event, user_id, post_id, key }, (tx) =>
          addLike(tx, { post_id, user_id }, now()),
        ),
    }),

    handle(api.unlikePost, {
      load: access.requireEvent,
      run: ({ loaded: event, body: { post_id }, user: { id: user_id }, idempotencyKey: key }) =>
        react({ name: 'unlike', event, user_id, post_id, key }, (tx) =>
          removeLike(tx, { post_id, user_id }),
        ),
    }),
  ]
}
