import { memo } from 'react'
import type { CSSProperties } from 'react'
import { Minus } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { photoMark } from '../../photos/photo-mark.ts'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { VideoLength } from '../../photos/video-length.tsx'
import styles from './feed-grid.module.css'

interface FeedTileProps {
  post: Post
  /** Place among all tiles, from 1, and how many there are; -1: unknown. */
  place: number
  count: number
  left: number
  top: number
  width: number
  height: number
  /** Has just come in at the top. */
  isNew: boolean
  /** Says whose it is. */
  hasName: boolean | undefined
  /** Seen by the owner of its Orma, whoever took it; absent: by its author. */
  isForOwner: boolean | undefined
  /** Among the first in view. */
  eager: boolean
  /** How many other posts its burst has; undefined where bursts are not collapsed, or it is not the first of one. */
  others: number | undefined
  /** These others are shown, each with its own tile. */
  isOpen: boolean
  /** Shows or hides the others. */
  onToggle: ((post_id: number) => void) | undefined
}

/** A photo of the feed as a link to its post, which its grid has the router follow. */
export const FeedTile = memo(function FeedTile({ post, eager, isNew, ...rest }: FeedTileProps) {
  const { others, isOpen, onToggle, hasName, isForOwner, ...tile } = rest
  const { place, count, left, top, width, height } = tile
  const style: CSSProperties = { translate: `${left}px ${top}px`, width, height }
  const { state, label } = photoMark(post, isForOwner) ?? {}
  const name = post.User.name ?? texts.common.anonymous
  const alt = postName(post)
  const src = post.compressed_url ?? post.image_url
  return (
    <li
      className={styles.tile}
      style={style}
      data-post={post.id}
      data-new={isNew || undefined}
      aria-setsize={count}
      aria-posinset={place}
    >
      <a
        className="on-photo"
        href={`/${post.event_hash}/post/${post.id}`}
        aria-label={src ? undefined : [alt, label].filter(Boolean).join(', ')}
      >
        <Thumb
          src={src}
          alt={alt}
          thumbhash={post.thumbhash}
          width={post.width}
          height={post.height}
          eager={eager}
          state={state}
          stateLabel={label}
          saysState={state === 'flagged'}
        >
          {!state && <VideoLength post={post} />}
        </Thumb>
        {hasName && (
          <span className={styles.name} dir="auto" aria-hidden>
            {name}
          </span>
        )}
      </a>
      {others !== undefined && (
        <button
          type="button"
          className={styles.alike}
          aria-expanded={isOpen}
          aria-label={texts.feed.moreAlike(others)}
          onClick={() => onToggle?.(post.id)}
        >
          <span>{isOpen ? <Minus size={16} /> : `+${others}`}</span>
        </button>
      )}
    </li>
  )
})
