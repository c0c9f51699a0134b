import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import type { DrawingName } from './drawing.tsx'
import './message.css'

export interface MessageProps {
  drawing?: DrawingName
  /** The sentence. */
  children: ReactNode
  /** A second, quieter sentence: what is safe, what to do. */
  detail?: ReactNode
  /** One button. */
  action?: ReactNode
  /** An error is announced when it appears. */
  error?: boolean
}

/** What a screen says when it has nothing to show, or could not. */
export function Message({ drawing, children, detail, action, error }: MessageProps) {
  return (
    <div className="ms" role={error ? 'alert' : undefined}>
      {drawing && <Drawing name={drawing} />}
      <p className="ms-text">{children}</p>
      {detail && <p className="quiet">{detail}</p>}
      {action}
    </div>
  )
}
