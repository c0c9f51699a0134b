import type { PlaceInList } from '../../posts/find-place.ts'

/** Where a feed was left: the post at the window's upper edge, and how far it was below that edge (pixels). */
export interface ScrollPlace extends PlaceInList {
  offset: number
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (event_hash: string) => `feed-place:${event_hash}`

export function savePlace(storage: TabStorage, event_hash: string, at: ScrollPlace | undefined) {
  if (at) storage.setItem(keyOf(event_hash), JSON.stringify(at))
  else storage.removeItem(keyOf(event_hash))
}

export function savedPlace(storage: TabStorage, event_hash: string): ScrollPlace | undefined {
  try {
    const place = JSON.parse(storage.getItem(keyOf(event_hash)) ?? '') as ScrollPlace
    const { post_id, createdAt, offset } = place
    const isPlace =
      Number.isInteger(post_id) && Number.isFinite(offset) && Date.parse(createdAt) > 0
    return isPlace ? { post_id, createdAt, offset } : undefined
  } catch {
    // Not written by this app, or nothing.
    return undefined
  }
}
