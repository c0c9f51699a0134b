import { useState } from 'react'
import type { FocusEvent } from 'react'
import { ArrowUp } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PHOTOS } from '../../../contract/routes.ts'
import { texts } from '../../../contract/texts.ts'
import { FeedTile } from './feed-tile.tsx'
import type { CollapsedBursts } from './use-collapsed-bursts.ts'
import { DIVIDER_PX } from './grid-layout.ts'
import type { GridView } from './use-grid-view.ts'
import './feed-grid.css'

export interface FeedGridProps {
  posts: readonly Post[]
  view: GridView
  hasMore: boolean
  /** The posts that have just come in at the top. */
  newIds: ReadonlySet<number>
  /** Absent: bursts are not collapsed. */
  bursts?: Pick<CollapsedBursts, 'others' | 'open' | 'toggle'>
}

/** The posts as a grid. Only tiles near the window exist. */
export function FeedGrid({ posts, view, hasMore, newIds, bursts }: FeedGridProps) {
  const { ref, layout, start, end } = view
  const [focusedId, setFocusedId] = useState<number>()
  // The tile with the focus exists wherever it is scrolled to.
  const focusedAt = posts.findIndex(({ id }) => id === focusedId)
  const tiles = layout.tiles.slice(start, end)
  const focused = focusedAt < start || focusedAt >= end ? layout.tiles[focusedAt] : undefined
  if (focused) tiles.splice(focusedAt < start ? 0 : tiles.length, 0, focused)

  return (
    <ul
      ref={ref}
      className="fd-grid"
      aria-label={texts.event.liveFeed}
      style={{ height: layout.height }}
      onFocus={(event) => setFocusedId(postIdOf(event))}
      onBlur={() => setFocusedId(undefined)}
    >
      {layout.dividerTop !== undefined && (
        <li className="fd-divider" style={{ top: layout.dividerTop, height: DIVIDER_PX }}>
          <ArrowUp size={16} aria-hidden />
          {texts.event.newSinceVisit}
        </li>
      )}
      {tiles.map(({ index, ...tile }) => {
        const post = posts[index]
        if (!post) return null
        return (
          <FeedTile
            key={post.id}
            {...tile}
            post={post}
            place={index + 1}
            count={hasMore ? -1 : posts.length}
            others={bursts?.others.get(post.id)}
            isOpen={bursts?.open.has(post.id) ?? false}
            onToggle={bursts?.toggle}
            isNew={newIds.has(post.id)}
            eager={index < FIRST_PHOTOS}
          />
        )
      })}
    </ul>
  )
}

function postIdOf({ target }: FocusEvent): number {
  return Number(target.closest('li')?.dataset['post'])
}
