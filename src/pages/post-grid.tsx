import type { ReactNode } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { FeedGrid } from '../features/feed/feed-grid.tsx'
import type { FeedGridProps } from '../features/feed/feed-grid.tsx'
import { useGridView } from '../features/feed/use-grid-view.ts'
import { useOpenedTile } from '../features/feed/use-opened-tile.ts'
import { useScrollAnchor } from '../features/feed/use-scroll-anchor.ts'
import { OfflineAge } from '../shell/offline-age.tsx'
import { MoreFailed } from '../ui/notices/more-failed.tsx'
import { useNextPage } from '../ui/layout/use-next-page.ts'
import styles from '../features/feed/feed-grid.module.css'

interface PostGridProps extends Pick<FeedGridProps, 'label' | 'isForOwner' | 'list'> {
  feed: UseInfiniteQueryResult
  posts: readonly Post[]
  /** Stands in the place of photos where there are none to show. */
  children: ReactNode
}

/** A part of an Orma's photos as a grid that loads on by itself. */
export function PostGrid({ feed, posts, children, ...look }: PostGridProps) {
  const view = useGridView(posts)
  useScrollAnchor(posts, view)
  useOpenedTile({ posts, view })
  const { hasNextPage, isFetchNextPageError } = feed
  useNextPage(feed, view.isNearEnd)
  return (
    <div className={styles.root}>
      <OfflineAge query={feed} />
      <FeedGrid posts={posts} view={view} hasMore={hasNextPage} {...look} />
      {posts.length === 0 && children}
      {isFetchNextPageError && (
        <div className={styles.more}>
          <MoreFailed list={feed} text={texts.feed.failed} />
        </div>
      )}
    </div>
  )
}
