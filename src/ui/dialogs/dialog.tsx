import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { X } from 'lucide-react'
import { useCloseOnBack } from './close-on-back.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  open: boolean
  /** Called by Escape, the browser's Back, the backdrop and the close button; the caller sets `open`. */
  onClose: () => void
  title: string
  /** The close button's name. Absent: no close button (the dialog then needs a button that answers it). */
  closeLabel?: string
  children?: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  /** Of an alertdialog the children are read with its title, wherever its focus is. */
  role?: 'dialog' | 'alertdialog'
}

/** A press on the backdrop so soon is the second one of a double tap on what opened the dialog. */
const DOUBLE_TAP_MS = 400

/**
 * A modal `<dialog>`: a sheet from the bottom on phones, a card on wide screens. On closing the focus returns to where it was.
 */
export function Dialog({ open, onClose, title, closeLabel, children, actions, role }: DialogProps) {
  const titleId = useId()
  const aboutId = useId()
  const { isPresent, modal } = useModal(open, onClose)
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])
  if (!isPresent) return null
  const pressBackdrop = ({ timeStamp }: MouseEvent) => {
    if (timeStamp - openedAt.current > DOUBLE_TAP_MS) onClose()
  }
  return (
    <dialog
      {...modal}
      className={styles.root}
      role={role}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={role === 'alertdialog' ? aboutId : undefined}
      onClick={(event) => event.target === event.currentTarget && pressBackdrop(event)}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {closeLabel && (
            <IconButton label={closeLabel} onClick={onClose}>
              <X />
            </IconButton>
          )}
        </div>
        <div id={aboutId} className={styles.about}>
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}

/**
 * Opens the dialog that takes `modal` as a modal while `open`, and keeps it rendered until its closing transition has ended.
 * Escape and the browser's Back call `onClose`; if `open` stays true, a dialog that the browser has closed by itself is opened again.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const [isPresent, setIsPresent] = useState(open)
  if (open && !isPresent) setIsPresent(true)
  useCloseOnBack(open, onClose)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open) {
      const isTyping = dialog.role === 'alertdialog' && !isPressed(document.activeElement)
      dialog.showModal()
      if (isTyping) dialog.focus()
      // It is read from its beginning, also where the button that has the focus lies below the screen's end.
      dialog.scrollTop = 0
      // Only closing before the removal gives the focus back.
      return () => dialog.close()
    }
    let isCurrent = true
    const ways = dialog.getAnimations().map((animation) => animation.finished)
    void Promise.allSettled(ways).then(() => isCurrent && setIsPresent(false))
    return () => {
      isCurrent = false
    }
  }, [open, isPresent])

  const modal = {
    ref,
    onCancel: (event: SyntheticEvent) => {
      // After a few cancelled tries the browser closes the dialog without asking.
      if (!event.cancelable) return
      event.preventDefault()
      onClose()
    },
    // The event comes late: the dialog may be open again.
    onClose: ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
      if (!open || dialog.open) return
      dialog.showModal()
      onClose()
    },
  }
  return { isPresent, modal }
}

/**
 * Whether somebody has just pressed this, and waits for what comes. An alert that comes to others must not have its button under
 * their next key: who is typing would answer it unread.
 */
function isPressed(element: Element | null): boolean {
  return element !== null && element.matches('button, a, select, [type=checkbox], [type=file]')
}
