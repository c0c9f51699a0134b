import { memo } from 'react'
import type { CSSProperties } from 'react'
import { Link } from '@tanstack/react-router'
import type { Post, PostStatus } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Thumb } from '../../ui/thumb.tsx'
import type { ThumbState } from '../../ui/thumb.tsx'

const STATES: Partial<Record<PostStatus, { state: ThumbState; label: string }>> = {
  READYFORPROCESSING: { state: 'processing', label: texts.feed.processing },
  FAILEDPROCESSING: { state: 'failed', label: texts.feed.processingFailed },
  FAILEDBYNUDITY: { state: 'flagged', label: texts.feed.inReview },
}

export interface FeedTileProps {
  post: Post
  /** Place among all tiles, counted from 1, and how many there are; -1: more than are known. */
  place: number
  count: number
  left: number
  top: number
  width: number
  height: number
  /** Has just come in at the top. */
  isNew: boolean
  /** Among the first in view. */
  eager: boolean
}

/** A photo of the feed as a link to its post. */
export const FeedTile = memo(function FeedTile({ post, eager, isNew, ...tile }: FeedTileProps) {
  const { place, count, left, top, width, height } = tile
  const style: CSSProperties = { translate: `${left}px ${top}px`, width, height }
  const { state, label } = STATES[post.status] ?? {}
  const alt = texts.feed.photoBy(post.User.name ?? texts.common.anonymous)
  const src = post.compressed_url ?? post.image_url
  return (
    <li
      className="fd-tile"
      style={style}
      data-post={post.id}
      data-new={isNew || undefined}
      aria-setsize={count}
      aria-posinset={place}
    >
      <Link
        to="/$event_hash/post/$id"
        params={{ event_hash: post.event_hash, id: String(post.id) }}
        // The post is in the cache already: asking for it at each passing of the pointer would only cost.
        preload={false}
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
        />
      </Link>
    </li>
  )
})
