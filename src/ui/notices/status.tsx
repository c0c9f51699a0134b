import type { ReactNode } from 'react'

interface StatusProps {
  className?: string
  children: ReactNode
}

/** Has a screen reader say the words that come into it. Rendered also without words: many say only what comes where it was before. */
export function Status({ className, children }: StatusProps) {
  return (
    <div role="status" className={className}>
      {children}
    </div>
  )
}
