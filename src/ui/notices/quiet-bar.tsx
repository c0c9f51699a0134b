import type { ReactNode, Ref } from 'react'
import styles from './quiet-bar.module.css'

interface QuietBarProps {
  icon?: ReactNode
  children: ReactNode
  /** One quiet button at the end. */
  action?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A line across the page that tells a state. Is announced where it comes into a `Status`. */
export function QuietBar({ icon, children, action, ref }: QuietBarProps) {
  return (
    <div ref={ref} className={styles.root}>
      {icon}
      <span>{children}</span>
      {action}
    </div>
  )
}
