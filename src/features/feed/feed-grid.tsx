import { useState } from 'react'
import type { MouseEvent, SyntheticEvent } from 'react'
import { useRouter } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PHOTOS } from '../../../contract/routes.ts'
import { texts } from '../../../contract/texts.ts'
import type { PostListName } from '../../posts/list-name.ts'
import { useOpenAfterFrame } from '../../ui/layout/use-open-after-frame.ts'
import { FeedTile } from './feed-tile.tsx'
import type { CollapsedBursts } from './use-feed-switches.ts'
import { growsOnTap } from './grown-tile.ts'
import { DIVIDER_PX } from './grid-layout.ts'
import type { GridView } from './use-grid-view.ts'
import styles from './feed-grid.module.css'

export interface FeedGridProps {
  posts: readonly Post[]
  view: GridView
  hasMore: boolean
  /** The posts that have just come in at the top. */
  newIds?: ReadonlySet<number>
  /** What a screen reader calls them. */
  label?: string
  hasNames?: boolean
  isForOwner?: boolean
  /** Which list this is; absent: the feed. */
  list?: PostListName | undefined
  /** Absent: bursts are not collapsed. */
  bursts?: Pick<CollapsedBursts, 'others' | 'open' | 'toggle'>
}

/** The posts as a grid. Only tiles near the window exist. */
export function FeedGrid({ posts, view, hasMore, newIds, bursts, list, ...look }: FeedGridProps) {
  const { label = texts.event.liveFeed, hasNames, isForOwner } = look
  const { ref, layout, start, end } = view
  const router = useRouter()
  const openAfterFrame = useOpenAfterFrame()
  const [focusedId, setFocusedId] = useState<number>()
  // The tile with the focus exists wherever it is scrolled to.
  const focusedAt = posts.findIndex(({ id }) => id === focusedId)
  const tiles = layout.tiles.slice(start, end)
  const focused = focusedAt < start || focusedAt >= end ? layout.tiles[focusedAt] : undefined
  if (focused) tiles.splice(focusedAt < start ? 0 : tiles.length, 0, focused)

  // For all tiles: a `Link` in each finds its address anew whenever that of the page changes.
  const open = (event: MouseEvent) => {
    const isOnLink = (event.target as Element).closest('a') !== null
    const post = isOnLink && posts.find(({ id }) => id === postIdOf(event))
    if (!post) return
    // The second press of a double click on what was here before, as the button that deleted a post.
    if (event.detail > 1) return event.preventDefault()
    const params = { event_hash: post.event_hash, id: String(post.id) }
    const to = '/$event_hash/post/$id'
    const viewTransition = growsOnTap(event.target as Element)
    openAfterFrame(event, () => router.navigate({ to, params, state: { list }, viewTransition }))
  }

  return (
    <ul
      ref={ref}
      className={styles.grid}
      aria-label={label}
      tabIndex={-1}
      style={{ height: layout.height }}
      onClick={open}
      onFocus={(event) => setFocusedId(postIdOf(event))}
      onBlur={() => setFocusedId(undefined)}
    >
      {layout.dividerTop !== undefined && (
        <li className={styles.divider} style={{ top: layout.dividerTop, height: DIVIDER_PX }}>
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
            isNew={newIds?.has(post.id) ?? false}
            hasName={hasNames}
            isForOwner={isForOwner}
            eager={index < FIRST_PHOTOS}
          />
        )
      })}
    </ul>
  )
}

function postIdOf({ target }: SyntheticEvent): number {
  return Number((target as Element).closest('li')?.dataset['post'])
}
