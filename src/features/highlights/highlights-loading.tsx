import { texts } from '../../../contract/texts.ts'

/** Until there is something to show. `day`: in words. */
export function HighlightsLoading({ day }: { day: string }) {
  return (
    <div className="hl-wait">
      <h1 className="visually-hidden">{day}</h1>
      <p role="status">{texts.common.loading}</p>
    </div>
  )
}
