/** Where a feed was left: the post at the window's upper edge, and its distance below that edge (pixels). */
export interface ScrollPlace {
  post_id: number
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
    const { post_id, offset } = JSON.parse(storage.getItem(keyOf(event_hash)) ?? '') as ScrollPlace
    return Number.isInteger(post_id) && Number.isFinite(offset) ? { post_id, offset } : undefined
  } catch {
    // Not written by this app, or nothing.
    return undefined
  }
}
