import { useEffect, useRef, useState } from 'react'
import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Post } from '../../../contract/entities.ts'
import { isToGetFull } from '../../posts/full-picture.ts'
import { createDeck } from './deck.ts'
import { runCycle } from './run-cycle.ts'

/** The posts that are shown, in their latest state, and whether they are fading out. */
export function useSlides(posts: readonly Post[]): { shown: Post[]; isFading: boolean } {
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
        const src = known.current.get(id)?.image_url
        return src ? loadImage(src) : false
      },
      onFadeOut: () => setView((view) => ({ ...view, isFading: true })),
      onShow: (next) => setView({ ids: next, isFading: false }),
    })
    cycle.current = running
    return () => running.stop()
  }, [deck])

  const shown = ids.flatMap((id) => posts.find((post) => post.id === id) ?? [])
  return { shown, isFading }
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
