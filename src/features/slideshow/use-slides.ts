import { useEffect, useRef, useState } from 'react'
import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { isToGetFull } from '../../posts/full-picture.ts'
import { createDeck } from './deck.ts'
import { runCycle } from './run-cycle.ts'
import { createSlideVideos } from './slide-videos.ts'

interface SlidesView {
  /** The posts that are shown, in their latest state. */
  shown: Post[]
  isFading: boolean
  /** The video of a post that is shown, where it can be played. */
  videoOf: (id: number) => HTMLVideoElement | undefined
}

/** Shows posts in turn. */
export function useSlides(posts: readonly Post[]): SlidesView {
  const [videos] = useState(createSlideVideos)
  const [deck] = useState(() => createDeck(SLIDESHOW.photosPerView))
  const [{ ids, isFading }, setView] = useState({ ids: [] as readonly number[], isFading: false })
  const known = useRef(new Map<number, Post>())
  const cycle = useRef<ReturnType<typeof runCycle>>(undefined)

  useEffect(() => {
    // A deleted post may be shown until its turn is over.
    known.current = new Map(posts.map((post) => [post.id, post]))
    const ready = posts.filter((post) => !isToGetFull(post, FULL_WITHIN_MS))
    deck.update(ready.map(({ id }) => id))
    cycle.current?.update()
  }, [deck, posts])

  useEffect(() => {
    const running = runCycle({
      deck,
      load: async (id) => {
        const post = known.current.get(id)
        if (!post?.image_url) return false
        const [isLoaded] = await Promise.all([loadImage(post.image_url), videos.load(post)])
        return isLoaded
      },
      lengthMs: videos.lengthMs,
      onFadeOut: () => setView((view) => ({ ...view, isFading: true })),
      onShow: (next) => {
        videos.keepOnly(next)
        setView({ ids: next, isFading: false })
      },
    })
    cycle.current = running
    return () => {
      running.stop()
      videos.keepOnly([])
    }
  }, [deck, videos])

  const shown = ids.flatMap((id) => posts.find((post) => post.id === id) ?? [])
  return { shown, isFading, videoOf: videos.get }
}

/** A wall shows no thumbs: a new photo comes once its large picture is there, or will hardly come any more. */
const FULL_WITHIN_MS = 10 * 60_000

/** A picture that takes longer is skipped. */
const PATIENCE_MS = 20_000

/** Loads and decodes a picture, so that it can be painted without delay; false where it cannot be had. */
function loadImage(src: string): Promise<boolean> {
  const image = new Image()
  image.src = src
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, false)
    image.decode().then(
      () => resolve(true),
      () => resolve(false),
    )
  })
}
