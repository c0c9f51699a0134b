import { useMemo, useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { allIds } from '../../posts/post-list.ts'
import type { IdPages } from '../../posts/post-list.ts'
import { postStore } from '../post-store.ts'
import type { PostStore } from '../post-store.ts'

const NONE: readonly Post[] = []

type List = IdPages | readonly number[] | undefined
type IsSame = (one: Post, other: Post | undefined) => boolean

/** The posts of a list as they are now. */
export function usePosts(list: List): readonly Post[] {
  return useKnown(list, Object.is)
}

/** The posts of a list as a grid shows them: without likes and comments, of which there are many, it stays the same. */
export function useTiles(list: List): readonly Post[] {
  return useKnown(list, isSameTile)
}

function useKnown(list: List, isSame: IsSame): readonly Post[] {
  const store = postStore(useQueryClient())
  const read = useMemo(() => readerOf(store, list, isSame), [store, list, isSame])
  return useSyncExternalStore(store.subscribe, read)
}

/** A function that gives the same array for as long as nothing in it changes. */
export function readerOf(store: PostStore, list: List, isSame: IsSame): () => readonly Post[] {
  const ids = list ? allIds(list) : []
  let shown = NONE
  let version: number | undefined
  return () => {
    if (version === store.version()) return shown
    version = store.version()
    const now = store.all(ids)
    const isChanged =
      now.length !== shown.length || !now.every((post, at) => isSame(post, shown[at]))
    if (isChanged) shown = now
    return shown
  }
}

/** Whether two posts look the same where neither likes nor comments are seen. */
export function isSameTile(one: Post, other: Post | undefined): boolean {
  return one === other || (other !== undefined && lookOf(one) === lookOf(other))
}

function lookOf(post: Post): string {
  return JSON.stringify({ ...post, Likes: [], likeCount: 0, Comments: [], commentCount: 0 })
}
