import * as v from 'valibot'

/** Where a feed was left: the post at the window's upper edge, and how far it was below that edge (pixels). */
const place = v.object({ post_id: v.number(), offset: v.number() })
export type ScrollPlace = v.InferOutput<typeof place>

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (event_hash: string) => `feed-place:${event_hash}`

export function savePlace(storage: TabStorage, event_hash: string, at: ScrollPlace | undefined) {
  if (at) storage.setItem(keyOf(event_hash), JSON.stringify(at))
  else storage.removeItem(keyOf(event_hash))
}

export function savedPlace(storage: TabStorage, event_hash: string): ScrollPlace | undefined {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), place),
    storage.getItem(keyOf(event_hash)),
  )
  return parsed.success ? parsed.output : undefined
}
