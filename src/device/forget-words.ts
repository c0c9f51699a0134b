import type { Post } from '../../contract/entities.ts'
import type { WaitingChange } from './change-outbox.ts'
import { resultOf } from './device-database.ts'
import { ANSWERS, POSTS, keptDatabase } from './kept-database.ts'
import { putPosts, readPost, withoutUnsent } from './kept-records.ts'
import { queryKeys } from './query-keys.ts'

/** Takes words that wait to be sent out of the posts and comments that are kept here, which show them as said. */
export async function forgetWords(changes: readonly WaitingChange[]): Promise<void> {
  await keptDatabase.transact([ANSWERS, POSTS], 'readwrite', async (transaction) => {
    for (const { eventHash, postId } of changes) {
      const post = await readPost(transaction, eventHash, postId)
      // As old as it may be: it is asked for again when it is looked at.
      if (post) await putPosts(transaction, [withoutWords(post, changes)], 0)
      const comments = queryKeys.comments(eventHash, postId)
      await resultOf(transaction.objectStore(ANSWERS).delete([...comments]))
    }
  })
}

/** The post without words that wait. An edited comment is left out: nobody here knows how it read before. */
export function withoutWords(post: Post, changes: readonly WaitingChange[]): Post {
  const sent = withoutUnsent(post)
  const isEdited = (id: number) => changes.some(({ commentId }) => commentId === id)
  return { ...sent, Comments: sent.Comments.filter(({ id }) => !isEdited(id)) }
}
