import { useEffect } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchStatus' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Loads on for as long as that is wanted, one page after the other; a failed one waits to be asked for. A list that is being asked
 * for anew goes on after that, and so does one whose next page was given up for it. A try that waits until the page is looked at
 * goes on by itself.
 */
export function useNextPage(list: List, isWanted: boolean): void {
  const { hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage } = list
  const isIdle = fetchStatus === 'idle'
  useEffect(() => {
    if (isWanted && hasNextPage && isIdle && !isFetchNextPageError) void fetchNextPage()
  }, [isWanted, hasNextPage, isIdle, isFetchNextPageError, fetchNextPage])
}
