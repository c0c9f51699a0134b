import type { QueryClient } from '@tanstack/react-query'
import type { WaitingChange } from '../device/change-outbox.ts'
import { forgetWords, withoutWords } from '../cache/forget.ts'
import { queryKeys } from '../device/query-keys.ts'
import { changeCachedPost } from './post-cache.ts'

/** Takes words that still wait off the screen, and out of what is kept: they are in the outbox, or nowhere. */
export async function hideWords(
  queryClient: QueryClient,
  changes: readonly WaitingChange[],
): Promise<void> {
  for (const { eventHash: event_hash, postId: post_id } of changes) {
    changeCachedPost(queryClient, { event_hash, post_id }, (post) => withoutWords(post, changes))
    queryClient.removeQueries({ queryKey: queryKeys.comments(event_hash, post_id) })
  }
  // Storage in trouble keeps nobody from leaving.
  await forgetWords(changes).catch(() => undefined)
}
