import type { ReactNode } from 'react'
import type { RenderLink } from '../layout/link-slot.ts'
import styles from './pill-button.module.css'

interface PillButtonProps {
  text: string
  icon: ReactNode
  /** 0 to 1: how much of the queued photos was sent. Shown as a ring around the pill; absent while nothing is queued. */
  progress: number | undefined
  link: RenderLink
  /** A smaller button at its side; the pill stays in the middle. */
  beside: ReactNode
}

/** The screen's main action, floating at the bottom centre in reach of the thumb. */
export function PillButton({ text, icon, progress, link, beside }: PillButtonProps) {
  const inside = (
    <>
      {progress !== undefined && <PillRing progress={progress} />}
      {icon}
      {text}
    </>
  )
  return (
    <div className={styles.dock}>
      {link({ className: styles.root, children: inside })}
      {beside}
    </div>
  )
}

function PillRing({ progress }: { progress: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, progress)) * 100)
  return (
    <svg className={styles.ring} aria-hidden fill="none">
      <rect />
      <rect className={styles.done} pathLength={100} strokeDasharray={`${percent} 100`} />
    </svg>
  )
}
