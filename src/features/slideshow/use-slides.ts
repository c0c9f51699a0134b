import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { isToGetFull } from '../../posts/full-picture.ts'
import type { Mood } from './moods.ts'
import { loadPicture, ratioOnScreen, screenRatio, tilePicture } from './pictures.ts'
import { NO_FRAME, startShow } from './show.ts'
import type { Frame } from './show.ts'
import { createSlideVideos } from './slide-videos.ts'

/** A wall shows no thumbs: a new photo comes once its large picture is there, or will hardly come any more. */
const FULL_WITHIN_MS = 10 * 60_000

interface Slides {
  frame: Frame
  /** The latest state of a post; undefined: it was deleted. */
  postOf: (id: number) => Post | undefined
  /** The video of a post that is shown, where it can be played. */
  videoOf: (id: number) => HTMLVideoElement | undefined
}

/** Shows posts in turn, in a mood. */
export function useSlides(posts: readonly Post[], mood: Mood): Slides {
  const [videos] = useState(createSlideVideos)
  const [frame, setFrame] = useState(NO_FRAME)
  const known = useRef(new Map<number, Post>())
  const listed = useRef<readonly number[]>([])
  const show = useRef<ReturnType<typeof startShow>>(undefined)

  const byId = useMemo(() => new Map(posts.map((post) => [post.id, post])), [posts])
  useEffect(() => {
    // A deleted post may be shown until its turn is over.
    known.current = byId
    const ready = posts.filter((post) => !isToGetFull(post, FULL_WITHIN_MS))
    listed.current = ready.map(({ id }) => id)
    show.current?.update(listed.current)
  }, [posts, byId])

  useEffect(() => {
    let last = NO_FRAME.view
    const running = startShow({
      mood,
      ratioOf: (id) => ratioOnScreen(known.current.get(id)),
      screenRatio,
      load: async (id, { isNew }) => {
        const post = known.current.get(id)
        if (!post?.image_url) return false
        if (mood === 'wall' && !isNew) return loadPicture(tilePicture(post))
        const [isLoaded] = await Promise.all([loadPicture(post.image_url), videos.load(post)])
        return isLoaded
      },
      videoMs: ({ ids }) => videos.lengthMs(ids),
      onFrame: (next) => {
        // Those of the next view are loaded while this one fades out.
        if (next.view !== last) videos.keepOnly([...next.view.ids, ...(next.before?.ids ?? [])])
        last = next.view
        setFrame(next)
      },
    })
    show.current = running
    running.update(listed.current)
    return () => {
      running.stop()
      videos.keepOnly([])
      setFrame(NO_FRAME)
    }
  }, [mood, videos])

  const postOf = useCallback((id: number) => byId.get(id), [byId])
  return { frame, postOf, videoOf: videos.get }
}
