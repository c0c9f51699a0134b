import { texts } from '../../contract/texts.ts'
import { Button } from './button.tsx'

export interface MoreFailedProps {
  text: string
  onRetry: () => void
}

/** Shown at the end of a list that could not be loaded on. */
export function MoreFailed({ text, onRetry }: MoreFailedProps) {
  return (
    <div className="stack">
      <p role="alert">{text}</p>
      <Button onClick={onRetry}>{texts.common.retry}</Button>
    </div>
  )
}
