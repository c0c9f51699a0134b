import { useRef, useState } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../buttons/button.tsx'
import type { ButtonProps } from '../buttons/button.tsx'
import { controlBefore, focusIfLost } from '../focus/focus-beside.ts'
import { useFocusLost } from '../focus/use-focus-lost.ts'
import { useNextPage } from '../layout/use-next-page.ts'

interface LoadMoreProps {
  list: Pick<
    UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
    | 'data'
    | 'hasNextPage'
    | 'fetchStatus'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'fetchNextPage'
  >
  /** Said where more could not be loaded. */
  failed: string
}

/**
 * The button at the end of a list that is loaded on by hand; it stays, with the focus, where that fails. Where the list is asked for
 * anew meanwhile, more of it comes after that.
 */
export function LoadMore({ list, failed }: LoadMoreProps) {
  const before = useRef<HTMLElement>(undefined)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const count = list.data?.pages.length ?? 0
  /** How many pages were asked for. */
  const [wanted, setWanted] = useState(0)
  const isWanted = wanted > count
  useNextPage(list, isWanted)
  if (!hasNextPage) return null
  return (
    <div className="stack">
      {/* Comes anew, and is so said again, with each failure. */}
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">{failed}</p>}
      <MoreButton
        busy={isFetchingNextPage || (isWanted && !isFetchNextPageError)}
        onClick={({ currentTarget }) => {
          before.current = controlBefore(currentTarget)
          setWanted(count + 1)
          if (isFetchNextPageError) void fetchNextPage()
        }}
        onFocusLost={() => focusIfLost(before.current)}
      >
        {isFetchNextPageError ? texts.common.retry : texts.ownPhotos.more}
      </MoreButton>
    </div>
  )
}

type MoreButtonProps = ButtonProps & { onFocusLost: () => void }

function MoreButton({ onFocusLost, ...props }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, onFocusLost)
  return <Button {...props} ref={button} />
}
