import { replaceEqualDeep } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { withKnownFull } from '../posts/full-picture.ts'
import type { IdPages, PostPages } from '../posts/post-list.ts'

// Each post that a page knows is here once, by its id. Lists in the query cache hold ids.

export type PostStore = ReturnType<typeof createPostStore>
/** A list as the query cache has it. */
export type IdList = IdPages | number[]
/** The same list as it is cached. */
export type PostList = PostPages | Post[]

const stores = new WeakMap<QueryClient, PostStore>()

/** The posts of a page: of everything that shares a query client. */
export function postStore(queryClient: QueryClient): PostStore {
  const store = stores.get(queryClient) ?? createPostStore()
  stores.set(queryClient, store)
  return store
}

function createPostStore() {
  const known = new Map<number, Post>()
  const listeners = new Set<() => void>()
  let version = 0

  function note(): void {
    version += 1
    for (const listener of listeners) listener()
  }

  /** Takes in posts as they are now, and gives their ids. */
  function put(posts: readonly Post[]): number[] {
    const told = posts.map((post) => latest(post, known.get(post.id)))
    const changed = told.filter((post) => known.get(post.id) !== post)
    for (const post of changed) known.set(post.id, post)
    if (changed.length > 0) note()
    return posts.map(({ id }) => id)
  }

  function addAll(posts: readonly Post[]): number[] {
    put(posts.filter(({ id }) => known.get(id)?.status !== 'COMPLETED'))
    return posts.map(({ id }) => id)
  }

  /** Takes in a list that this device had cached: finished posts that are known are newer. Gives it with ids. */
  function add(list: PostList): IdList {
    return 'pages' in list ? { ...list, pages: list.pages.map(addAll) } : addAll(list)
  }

  function remove(ids: readonly number[]): void {
    for (const id of ids) known.delete(id)
    note()
  }

  /** Removes what only its author and the Orma's owner may see. */
  function removeHidden(): void {
    remove([...known.values()].filter(({ status }) => status !== 'COMPLETED').map(({ id }) => id))
  }

  const get = (id: number) => known.get(id)
  /** The known ones of some posts, in the order of their ids. */
  const all = (ids: readonly number[]) => ids.flatMap((id) => known.get(id) ?? [])
  const inPages = ({ pages, pageParams }: IdPages): PostPages => ({
    pages: pages.map(all),
    pageParams,
  })
  const postsIn = (list: IdList): PostList => ('pages' in list ? inPages(list) : all(list))
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** `version` changes with each change of a post. */
  return {
    put,
    add,
    remove,
    removeHidden,
    get,
    all,
    inPages,
    postsIn,
    subscribe,
    version: () => version,
  }
}

/**
 * A post as an answer has it, which may be older than what is known; the same object where it says nothing new. A finished one never
 * waits again.
 */
function latest(told: Post, known: Post | undefined): Post {
  const isOlder = known?.status === 'COMPLETED' && told.status !== 'COMPLETED'
  return isOlder ? known : replaceEqualDeep(known, withKnownFull(told, known))
}
