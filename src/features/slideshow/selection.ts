import * as v from 'valibot'
import type { Post } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'

const KEY = 'slideshow_selection'
const stored = v.object({ event_hash: v.string(), post_ids: v.array(v.number()) })

/** The posts chosen on this device for an Orma's slideshow; empty: all are shown. */
export function readSelection(event_hash: string): ReadonlySet<number> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), deviceStorage.getItem(KEY))
  const isOurs = parsed.success && parsed.output.event_hash === event_hash
  return new Set(isOurs ? parsed.output.post_ids : [])
}

/** Stores a selection in place of the last one, whichever Orma that was for. */
export function storeSelection(event_hash: string, post_ids: ReadonlySet<number>): void {
  if (post_ids.size === 0) deviceStorage.removeItem(KEY)
  else deviceStorage.setItem(KEY, JSON.stringify({ event_hash, post_ids: [...post_ids] }))
}

/** The selection with all of these posts added, or without them where all are in it; others stay. */
export function toggleAll(
  selected: ReadonlySet<number>,
  posts: readonly Pick<Post, 'id'>[],
): ReadonlySet<number> {
  const ids = new Set(posts.map(({ id }) => id))
  const areAllIn = [...ids].every((id) => selected.has(id))
  return new Set(areAllIn ? [...selected].filter((id) => !ids.has(id)) : [...selected, ...ids])
}
