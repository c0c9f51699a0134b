import type { ReactNode } from 'react'
import './quiet-bar.css'

export interface QuietBarProps {
  icon?: ReactNode
  children: ReactNode
  /** One quiet button at the end. */
  action?: ReactNode
}

/** A line across the page that tells a state; screen readers announce a new text politely. */
export function QuietBar({ icon, children, action }: QuietBarProps) {
  return (
    <div className="qb" role="status">
      {icon}
      <span>{children}</span>
      {action}
    </div>
  )
}
