import { useEffect, useRef } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { MoreFailed } from '../../ui/notices/more-failed.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { whenNear } from '../../ui/layout/when-near.ts'
import styles from './post-card.module.css'

/** A list of posts as a page of them loads it. */
export type PostsView = UseInfiniteQueryResult<unknown>

interface MorePostsProps {
  view: PostsView
  wantsMore: boolean
  /** All posts that there are here are drawn. */
  isNext: boolean
}

/** Loads on when its place comes near, or that where one was lies further down; a load that failed waits to be asked for. */
export function MorePosts({ view, wantsMore, isNext }: MorePostsProps) {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = view
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isNext || isFetching || isFetchNextPageError) return
    if (wantsMore) return void fetchNextPage()
    return whenNear(end.current, () => void fetchNextPage())
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, wantsMore, isNext])
  // It stays until the last ones are drawn: a page that gets shorter moves under who is at its end.
  if (!hasNextPage && isNext) return null
  return (
    <div ref={end} className={styles.more} role={isFetchNextPageError ? undefined : 'status'}>
      {isFetchNextPageError ? (
        <MoreFailed list={view} text={texts.post.loadFailed} />
      ) : (
        <Spinner label={texts.feed.loadingMore} />
      )}
    </div>
  )
}
