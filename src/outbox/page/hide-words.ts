import { del } from 'idb-keyval'
import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { answers } from '../../cache/cache-database.ts'
import { cachePosts, readPosts, withoutUnsent } from '../../cache/cached-posts.ts'
import { changeCachedPost } from '../../cache/page/post-cache.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { inTime } from '../../device/in-time.ts'
import type { WaitingChange } from '../store/change-outbox.ts'

/** Removes the texts of queued changes from the screen and from what is cached: only the outbox may have them. */
export async function hideWords(
  queryClient: QueryClient,
  changes: readonly WaitingChange[],
): Promise<void> {
  for (const { eventHash: event_hash, postId: post_id } of changes) {
    changeCachedPost(queryClient, { event_hash, post_id }, (post) => withoutWords(post, changes))
    queryClient.removeQueries({ queryKey: queryKeys.comments(event_hash, post_id) })
  }
  // Storage in trouble does not keep anybody from signing out.
  await inTime(forgetWords(changes))
}

async function forgetWords(changes: readonly WaitingChange[]): Promise<void> {
  for (const { eventHash, postId } of changes) {
    const found = await readPosts(eventHash, [postId])
    await cachePosts(found.map((post) => withoutWords(post, changes)))
    await del([...queryKeys.comments(eventHash, postId)], answers)
  }
}

/** The post without queued texts. An edited comment is removed as a whole: its text on the server is not known here. */
function withoutWords(post: Post, changes: readonly WaitingChange[]): Post {
  const sent = withoutUnsent(post)
  const isEdited = (id: number) => changes.some(({ commentId }) => commentId === id)
  return { ...sent, Comments: sent.Comments.filter(({ id }) => !isEdited(id)) }
}
