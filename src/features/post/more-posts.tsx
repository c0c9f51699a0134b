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
  const { hasNextPage, isPending, isFetching, fetchNextPage } = view
  const hasFailed = view.isFetchNextPageError || view.isLoadingError
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isNext || isPending || isFetching || hasFailed) return
    if (wantsMore) return void fetchNextPage()
    return whenNear(end.current, () => void fetchNextPage())
  }, [hasNextPage, isPending, isFetching, hasFailed, fetchNextPage, wantsMore, isNext])
  // It stays until the last ones are drawn: a page that gets shorter moves under who is at its end.
  if (!hasNextPage && !isPending && !hasFailed && isNext) return null
  return (
    <div ref={end} className={styles.more} role={hasFailed ? undefined : 'status'}>
      {hasFailed ? (
        <MoreFailed list={view} text={texts.post.loadFailed} />
      ) : (
        <Spinner label={texts.feed.loadingMore} />
      )}
    </div>
  )
}
