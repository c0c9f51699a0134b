import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { IconButton } from './icon-button.tsx'
import './dialog.css'

export interface DialogProps {
  open: boolean
  /** Escape, the backdrop and the close button ask for this; the caller sets `open`. */
  onClose: () => void
  title: string
  /** The name of the close button. Absent: no such button (the dialog then needs an answer of its own). */
  closeLabel?: string
  children?: ReactNode
  /** Buttons at the foot, the main one last. */
  actions?: ReactNode
  role?: 'dialog' | 'alertdialog'
}

/** A modal `<dialog>`: a sheet from the bottom on phones, a card on wide screens. Focus returns to where it was. */
export function Dialog({ open, onClose, title, closeLabel, children, actions, role }: DialogProps) {
  const titleId = useId()
  const { ref, isPresent } = useModal(open)
  if (!isPresent) return null
  return (
    <dialog
      ref={ref}
      className="dg"
      role={role}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A browser may close without asking (a second Escape). The event comes late: it may be open again.
      onClose={(event) => open && !event.currentTarget.open && onClose()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="dg-box">
        <div className="dg-head">
          <h2 id={titleId}>{title}</h2>
          {closeLabel && (
            <IconButton label={closeLabel} onClick={onClose}>
              <X />
            </IconButton>
          )}
        </div>
        {children}
        {actions && <div className="dg-actions">{actions}</div>}
      </div>
    </dialog>
  )
}

/** Opens the dialog under the ref as a modal while `open`, and keeps it present until its way out has been shown. */
export function useModal(open: boolean) {
  const ref = useRef<HTMLDialogElement>(null)
  const [isPresent, setIsPresent] = useState(open)
  if (open && !isPresent) setIsPresent(true)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open) {
      dialog.showModal()
      // Closing before the element is removed is what gives focus back.
      return () => dialog.close()
    }
    let isCurrent = true
    const ways = dialog.getAnimations().map((animation) => animation.finished)
    void Promise.allSettled(ways).then(() => isCurrent && setIsPresent(false))
    return () => {
      isCurrent = false
    }
  }, [open, isPresent])

  return { ref, isPresent }
}
