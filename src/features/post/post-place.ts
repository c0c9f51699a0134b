import type { PlaceInList } from '../../posts/post-list.ts'
import { tabStorage } from '../../session/device-storage.ts'

const KEY = 'post-place'

/** How far a view of posts was scrolled. */
export interface PostPlace extends PlaceInList {
  /** Pixels below the window's upper edge. */
  offset: number
}

/** An entry of the history; the router names each. */
export interface Entry {
  state: { __TSR_key?: string }
}

/** Remembered for this entry of the history alone: a post that is opened anew begins with itself. */
export function savePostPlace({ state }: Entry, at: PostPlace | undefined): void {
  const entry = state.__TSR_key
  if (at && entry) tabStorage.setItem(KEY, JSON.stringify({ ...at, entry }))
  else tabStorage.removeItem(KEY)
}

export function savedPostPlace({ state }: Entry): PostPlace | undefined {
  const json = tabStorage.getItem(KEY)
  if (json === null || state.__TSR_key === undefined) return undefined
  const { entry, ...place } = JSON.parse(json) as PostPlace & { entry: string }
  return entry === state.__TSR_key ? place : undefined
}
