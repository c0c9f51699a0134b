import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { MENU_DONE_MS } from '../../../contract/limits.ts'
import { useModal } from './dialog.tsx'
import styles from './menu.module.css'

/** The class of an item in the menu, a link or a button. */
export const menuItemClass = styles.item

interface MenuProps {
  open: boolean
  /** Called by Escape, a press beside the menu and a press on an item; the caller sets `open`. */
  onClose: () => void
  label: string
  /** `sidebar`: a drawer with a backdrop; `dropDown`: a card below the menu button. */
  shape: 'sidebar' | 'dropDown'
  children: ReactNode
}

/** A modal menu: the page behind it does not scroll or take the focus, which returns to the menu button. */
export function Menu({ open, onClose, label, shape, children }: MenuProps) {
  const { isPresent, modal } = useModal(open, onClose)
  const isDone = useLater(open && shape === 'dropDown')
  if (!isPresent) return null
  return (
    <dialog
      {...modal}
      className={`${styles.root} ${styles[shape]}${isDone ? ' done' : ''}`}
      aria-label={label}
      onClick={onClose}
    >
      <nav aria-label={label}>{children}</nav>
    </dialog>
  )
}

/** Items that belong together, under a quiet heading. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <p id={id} className={`${styles.heading} quiet small one-line`} dir="auto">
        {label}
      </p>
      {children}
    </div>
  )
}

/** Becomes true 700 ms after `isSo`. */
function useLater(isSo: boolean): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setIsLater(true), MENU_DONE_MS)
    return () => {
      clearTimeout(timer)
      setIsLater(false)
    }
  }, [isSo])
  return isLater
}
