import type { ReactNode } from 'react'
import type { RenderLink } from './link-slot.ts'
import { OrmaImage } from '../pictures/orma-image.tsx'
import styles from './card.module.css'

interface CardProps {
  title: string
  /** Shown under the title: the date. */
  children?: ReactNode
  /** Absent: the title's first letter on a soft evening gradient. */
  src?: string | null
  eager?: boolean
  link: RenderLink
}

/** An Orma as a tall picture with its name over it. */
export function Card({ title, children, src, eager, link }: CardProps) {
  const inside = (
    <>
      {src ? (
        <OrmaImage className="cover" src={src} sizes="300px" loading={eager ? 'eager' : 'lazy'} />
      ) : (
        <span className={styles.letter} aria-hidden>
          {Array.from(title)[0]}
        </span>
      )}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {children}
      </span>
    </>
  )
  return link({ className: styles.root, children: inside })
}

interface CardRowProps {
  label: string
  /** Breaks into rows instead of scrolling. */
  wrap?: boolean
  children: ReactNode[]
}

/** A row of cards that scrolls sideways, each an item of a list. */
export function CardRow({ label, wrap, children }: CardRowProps) {
  return (
    <ul className={wrap ? `${styles.row} ${styles.wrap}` : styles.row} aria-label={label}>
      {children}
    </ul>
  )
}
