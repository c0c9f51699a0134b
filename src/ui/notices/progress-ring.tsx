import type { ReactNode } from 'react'
import styles from './progress-ring.module.css'

interface ProgressRingProps {
  /** 0 to 1. */
  value: number
  /** What is progressing; absent where text beside it says so. */
  label?: string
  size?: number
  /** Shown in the middle. */
  children?: ReactNode
}

/** A ring that closes with progress. */
export function ProgressRing({ value, label, size = 40, children }: ProgressRingProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  const name = label
    ? { role: 'progressbar', 'aria-label': label, 'aria-valuenow': percent }
    : { 'aria-hidden': true }
  return (
    <span className={styles.root} style={{ width: size, height: size }} {...name}>
      <svg viewBox="0 0 40 40" fill="none">
        <circle className={styles.track} cx="20" cy="20" r="17.5" />
        <circle
          className={styles.value}
          cx="20"
          cy="20"
          r="17.5"
          pathLength={100}
          strokeDasharray={`${percent} 100`}
        />
      </svg>
      {children}
    </span>
  )
}
