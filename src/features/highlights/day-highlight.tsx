import { useQuery } from '@tanstack/react-query'
import { Stylesheet } from '../../ui/stylesheet.tsx'
import { DayLoop } from './day-loop.tsx'
import { HighlightFailure } from './highlight-failure.tsx'
import { highlightQuery } from './highlight-queries.ts'
import { HighlightsLoading } from './highlights-loading.tsx'
import styles from './highlights.css?url'

export interface DayHighlightProps {
  event_hash: string
  /** `YYYY-MM-DD` */
  id: string
  /** The day in words. */
  day: string
}

/** The highlights of a day, from the first word about them on. */
export function DayHighlight({ event_hash, id, day }: DayHighlightProps) {
  const highlight = useQuery(highlightQuery(event_hash, id))
  return (
    <>
      <Stylesheet href={styles} />
      {highlight.data ? (
        <DayLoop day={day} images={highlight.data.images} />
      ) : highlight.isError ? (
        <HighlightFailure title query={highlight} />
      ) : (
        <HighlightsLoading day={day} />
      )}
    </>
  )
}
