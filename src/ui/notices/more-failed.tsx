import { useRef } from 'react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../buttons/button.tsx'
import { focusBefore } from '../focus/focus-beside.ts'
import { useFocusLost } from '../focus/use-focus-lost.ts'

interface MoreFailedProps {
  list: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'errorUpdateCount' | 'fetchNextPage'>
  text: string
}

/** Shown at the end of a list that could not be loaded on. It keeps the focus while it tries again. */
export function MoreFailed({ list, text }: MoreFailedProps) {
  const { isFetchingNextPage, errorUpdateCount, fetchNextPage } = list
  const ref = useRef<HTMLDivElement>(null)
  // It goes once more has come.
  useFocusLost(ref, focusBefore)
  return (
    <div ref={ref} className="stack">
      {/* Comes anew, and is so said again, with each failure. */}
      <p key={errorUpdateCount} role="alert">
        {text}
      </p>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {texts.common.retry}
      </Button>
    </div>
  )
}
