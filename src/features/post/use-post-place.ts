import { useLayoutEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import type { Post } from '../../../contract/entities.ts'
import { findPlace } from '../../posts/post-list.ts'
import { noteViewed } from '../../session/viewed-post.ts'
import { useUserInput } from '../../ui/layout/use-user-input.ts'
import { savedPostPlace, savePostPlace } from './post-place.ts'
import type { PostPlace } from './post-place.ts'

/** The router sets a position of its own meanwhile, and what comes into view may get another height. */
const STILL_FRAMES = 3

/**
 * Finds a view of posts where it was when its page was loaded anew, or left for another one. `canGoOn`: more of them can be loaded.
 * Returns whether more are wanted for that.
 */
export function usePostPlace(posts: readonly Post[], canGoOn: boolean): boolean {
  const router = useRouter()
  const [entry] = useState(() => router.latestLocation)
  const [wanted, setWanted] = useState(() => savedPostPlace(entry))
  const latest = useRef(posts)
  useLayoutEffect(() => {
    latest.current = posts
  })
  useLayoutEffect(() => {
    const save = () => {
      const place = placeInView(latest.current)
      if (place) noteViewed(place.post_id)
      savePostPlace(entry, window.scrollY === 0 ? undefined : place)
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [entry])

  const at = wanted && findPlace(posts, wanted)
  const post_id = at === undefined ? undefined : posts[at]?.id
  useLayoutEffect(() => {
    if (!wanted || post_id === undefined) return
    let still = 0
    let frame = 0
    const lead = () => {
      const isThere = scrollToPost(post_id, wanted.offset)
      still = isThere || !canGoOn ? still + 1 : 0
      if (still < STILL_FRAMES) frame = requestAnimationFrame(lead)
      else setWanted(undefined)
    }
    lead()
    return () => cancelAnimationFrame(frame)
  }, [wanted, post_id, canGoOn])
  useUserInput(wanted !== undefined, () => setWanted(undefined))
  return wanted !== undefined
}

/** Of the post a third down the window: one with a wide photo may end above its middle. */
function placeInView(posts: readonly Post[]): PostPlace | undefined {
  for (const { id: post_id, createdAt } of posts) {
    const { top, bottom } = articleOf(post_id)?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    if (bottom > window.innerHeight / 3) return { post_id, createdAt, offset: Math.round(top) }
  }
  return undefined
}

/** Returns whether it was there already. */
function scrollToPost(post_id: number, offset: number): boolean {
  const by = Math.round((articleOf(post_id)?.getBoundingClientRect().top ?? offset) - offset)
  if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' })
  return by === 0
}

function articleOf(post_id: number): Element | null {
  return document.querySelector(`article[data-post="${post_id}"]`)
}
