import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { inTime } from '../../device/wait.ts'
import { allPosts, hasEnd } from '../../posts/post-list.ts'
import type { IdPages, PostPages } from '../../posts/post-list.ts'
import { readAnswer, readOn } from '../answers.ts'
import { postStore } from '../post-store.ts'

/**
 * Has a list go on with what this device has cached of it, until `reaches` says that it is far enough; page by page the server
 * would be asked as often as there are pages.
 */
export async function restoreList(
  queryClient: QueryClient,
  queryKey: QueryKey,
  reaches: (posts: Post[]) => boolean,
): Promise<void> {
  const store = postStore(queryClient)
  const shown = queryClient.getQueryState<IdPages>(queryKey)
  const posts = shown?.data && store.inPages(shown.data)
  if (posts && reaches(allPosts(posts))) return
  const list = await inTime(readUntil(queryKey, reaches, posts))
  // What came meanwhile is newer.
  if (!list || queryClient.getQueryData(queryKey) !== shown?.data) return
  const updatedAt = shown?.data ? shown.dataUpdatedAt : list.updatedAt
  queryClient.setQueryData(queryKey, store.add(list.data), { updatedAt })
}

async function readUntil(
  queryKey: QueryKey,
  reaches: (posts: Post[]) => boolean,
  shown: PostPages | undefined,
): Promise<{ data: PostPages; updatedAt: number } | undefined> {
  const answer = shown ? { data: shown, updatedAt: 1 } : await readAnswer(queryKey)
  let data = answer?.data as PostPages | undefined
  while (data && !reaches(allPosts(data)) && !hasEnd(data)) {
    const longer: PostPages | undefined = await readOn(queryKey, data)
    if (!longer) break
    data = longer
  }
  return answer && data && { data, updatedAt: answer.updatedAt }
}
