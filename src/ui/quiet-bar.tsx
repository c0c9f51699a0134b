import type { ReactNode } from 'react'
import './quiet-bar.css'

export interface QuietBarProps {
  icon?: ReactNode
  children: ReactNode
  /** One quiet action at the end. */
  action?: ReactNode
}

/** A calm line across the page that tells a state, announced politely when its words change. */
export function QuietBar({ icon, children, action }: QuietBarProps) {
  return (
    <div className="qb" role="status">
      {icon}
      <span>{children}</span>
      {action}
    </div>
  )
}
