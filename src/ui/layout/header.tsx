import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { OrmaImage } from '../pictures/orma-image.tsx'
import styles from './header.module.css'

export interface HeaderProps {
  /** The back button: an IconButton, or a link with `iconButtonClass`. */
  back?: ReactNode
  /** The logo in its link, shown where there is no title. */
  logo?: ReactNode
  title?: string
  /** Small round picture beside the title. */
  picture?: string
  actions?: ReactNode
  /** Over a banner it is transparent until the banner has scrolled away, then paper. */
  over?: 'paper' | 'banner' | 'night'
}

/** The top bar, 56 px below the safe area, which stays in view. */
export function Header({ back, logo, title, picture, actions, over = 'paper' }: HeaderProps) {
  const [sentinel, isPast] = useScrolledPast()
  return (
    <>
      {over === 'banner' && <span ref={sentinel} className={styles.sentinel} aria-hidden />}
      <header className={`${styles.root} ${styles[over] ?? ''}`} data-past={isPast || undefined}>
        {back}
        {logo}
        {(title || picture) && (
          <div className={styles.title} aria-hidden={over === 'banner' || undefined}>
            {picture && (
              <OrmaImage className="round" src={picture} sizes="64px" width={32} height={32} />
            )}
            <span className="one-line" dir="auto">
              {title}
            </span>
          </div>
        )}
        <div className={styles.actions}>{actions}</div>
      </header>
    </>
  )
}

/** Whether the element under the ref, which is as tall as the banner, has scrolled out at the top. */
function useScrolledPast() {
  const ref = useRef<HTMLSpanElement>(null)
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) =>
      setIsPast(!entries.at(-1)?.isIntersecting),
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, isPast] as const
}
