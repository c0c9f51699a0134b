import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { Button } from './button.tsx'

export interface LoadMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** Said where more could not be loaded. */
  failed: string
}

/** The button at the end of a list that is loaded on by hand; it stays, with the focus, where that fails. */
export function LoadMore({ list, failed }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  if (!hasNextPage) return null
  return (
    <div className="stack">
      {/* Comes anew, and is so said again, with each failure. */}
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">{failed}</p>}
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? texts.common.retry : texts.ownPhotos.more}
      </Button>
    </div>
  )
}
