import { useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { Heart } from 'lucide-react'
import { blurAddress } from '../../../contract/blur.ts'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { postName } from '../../photos/post-name.ts'
import { isTall } from './collage.ts'
import { ratioOf, ratioOnScreen } from './pictures.ts'
import { playIn } from './slide-videos.ts'
import styles from './slide.module.css'

/** Photos beside each other share the width by their shapes, within these: a name needs room as well. */
const NARROWEST = 0.62
const WIDEST = 1.78

interface SlideProps {
  post: Post
  /** Undefined for a photo, and where a video cannot be played now. */
  video: HTMLVideoElement | undefined
  /** `whole`: all of the photo; `moving`: it fills its place, and moves slowly; `new`: large, with who took it. */
  look: 'whole' | 'moving' | 'new'
}

/** A photo on the big screen, with who took it. */
export function Slide({ post, video, look }: SlideProps) {
  const [blur] = useState(() => blurAddress(post.thumbhash))
  const ratio = ratioOf(post)
  return (
    <figure
      className={styles.slide}
      data-look={look}
      data-tall={isTall(ratioOnScreen(post)) || undefined}
      data-drift={post.id % 2 === 0 ? 'down' : 'up'}
      style={
        {
          backgroundImage: blur && `url(${blur})`,
          '--share': look === 'whole' ? Math.min(WIDEST, Math.max(NARROWEST, ratio)) : 1,
        } as CSSProperties
      }
    >
      <div className={styles.picture}>
        <img src={post.image_url ?? undefined} alt={postName(post)} decoding="sync" />
        {video && <SlideVideo video={video} />}
      </div>
      <figcaption>
        {look === 'new' && <em>{texts.slideshow.justAdded}</em>}
        <span className={styles.name} dir="auto">
          {post.User.name ?? texts.common.anonymous}
        </span>
        {(look !== 'new' || post.likeCount > 0) && (
          <span className={styles.likes} aria-label={texts.post.likes(post.likeCount)}>
            <Heart aria-hidden fill="currentColor" />
            {post.likeCount}
          </span>
        )}
      </figcaption>
    </figure>
  )
}

/** Plays a loaded video over its poster, from its beginning; where the browser does not let it, the poster stays. */
function SlideVideo({ video }: { video: HTMLVideoElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => playIn(place.current, video), [video])
  return <div ref={place} className={styles.video} aria-hidden />
}
