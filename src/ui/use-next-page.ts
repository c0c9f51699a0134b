import { useEffect } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

type List = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * Loads on for as long as that is wanted, one page after the other; a failed one waits to be asked for. A list that is being asked
 * for anew goes on after that, and so does one whose next page was given up for it.
 */
export function useNextPage(list: List, isWanted: boolean): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isWanted, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
}
