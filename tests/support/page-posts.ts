import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { postStore } from '../../src/cache/post-store.ts'
import { allIds } from '../../src/posts/post-list.ts'
import type { IdPages, PostPages } from '../../src/posts/post-list.ts'

/** Puts a list of posts into what a page has, as an answer of the server does. */
export function setPosts(
  client: QueryClient,
  key: QueryKey,
  list: PostPages | Post[],
  options?: { updatedAt: number },
): void {
  client.setQueryData(key, putList(client, list), options)
}

/** Puts the posts of a list into what a page knows, and gives the list as the query cache has it. */
export function putList(client: QueryClient, list: PostPages): IdPages
export function putList(client: QueryClient, list: PostPages | Post[]): IdPages | number[]
export function putList(client: QueryClient, list: PostPages | Post[]): IdPages | number[] {
  const { put } = postStore(client)
  return 'pages' in list ? { ...list, pages: list.pages.map(put) } : put(list)
}

/** The posts of a list as a page shows them; undefined: it has no such list. */
export function postsUnder(client: QueryClient, key: QueryKey): Post[] | undefined {
  const list = client.getQueryData<IdPages | number[]>(key)
  return list && postStore(client).all(allIds(list))
}
