import type { ReactNode } from 'react'
import { CloudOff } from 'lucide-react'
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

/** The quiet bar for a page shown without a connection. */
export function OfflineBar({ children }: { children: ReactNode }) {
  return <QuietBar icon={<CloudOff size={18} />}>{children}</QuietBar>
}
