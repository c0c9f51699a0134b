import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { Post } from '../../../contract/entities.ts'
import { readList } from '../../device/recent-ormas.ts'
import { setLiked } from '../../posts/post-reactions.ts'
import { deviceStorage } from '../../session/device-storage.ts'

const KEY = 'sample_likes'
/** Whoever looks at the sample: no user has this id. */
const VIEWER_ID = 0

const listeners = new Set<() => void>()

/** The sample's post as it is shown here: with this device's like, which is sent nowhere. */
export function useSampleLike(post: Post) {
  const stored = useSyncExternalStore(subscribe, () => deviceStorage.getItem(KEY))
  const isLiked = stored !== null && likedPosts().includes(post.id)
  return {
    shown: setLiked(post, VIEWER_ID, isLiked),
    isLiked,
    setLike: (liked: boolean) => storeLike(post.id, liked),
  }
}

/** Always true: nobody needs to sign in for it. */
function storeLike(id: number, liked: boolean): boolean {
  const others = likedPosts().filter((other) => other !== id)
  deviceStorage.setItem(KEY, JSON.stringify(liked ? [...others, id] : others))
  for (const listener of listeners) listener()
  return true
}

function likedPosts(): number[] {
  return readList(deviceStorage, KEY, v.number())
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
