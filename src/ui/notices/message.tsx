import { Suspense, useRef } from 'react'
import type { ReactNode } from 'react'
import type { DrawingName } from './drawing.tsx'
import { focusContentIfLost } from '../focus/focus-content.ts'
import { latePiece } from '../layout/late-piece.tsx'
import { useFocusLost } from '../focus/use-focus-lost.ts'
import styles from './message.module.css'

/** Loaded with the first message: most people see none. */
const Drawing = latePiece(async () => (await import('./drawing.tsx')).Drawing)

interface MessageProps {
  drawing?: DrawingName
  children: ReactNode
  /** A second, quieter sentence. */
  detail?: ReactNode
  action?: ReactNode
  /** An error is announced when it appears. */
  error?: boolean
  /** The sentence is the page's heading, as there is no other. */
  title?: boolean
}

/** Shown by a screen that has nothing to show, or has failed. */
export function Message({ drawing, children, detail, action, error, title }: MessageProps) {
  const Sentence = title ? 'h1' : 'p'
  const ref = useRef<HTMLDivElement>(null)
  // It goes once its button helps.
  useFocusLost(ref, focusContentIfLost)
  return (
    <div ref={ref} className={styles.root} role={error ? 'alert' : undefined}>
      {drawing && (
        <div className={styles.drawing}>
          <Suspense>
            <Drawing name={drawing} />
          </Suspense>
        </div>
      )}
      <Sentence className={styles.text}>{children}</Sentence>
      {detail && <p className="quiet">{detail}</p>}
      {action}
    </div>
  )
}
