import { useEffect } from 'react'
import { X } from 'lucide-react'
import { createHostList } from '../dialogs/host-list.ts'
import type { Hosted } from '../dialogs/host-list.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import styles from './toast.module.css'

/** Long enough to read two lines. */
const TOAST_MS = 6000

interface Toast {
  text: string
  action?: { label: string; onPress: () => void }
  /** Called when it is dismissed without its action. */
  onClose?: () => void
  /** Stays until it is answered or dismissed, like the offer of a release. */
  lasting?: boolean
}

const toasts = createHostList<Toast>()

/** Shows a short notice at the bottom of the screen; the returned function removes it. */
export function showToast(toast: Toast): () => void {
  return toasts.add(toast)
}

/** Shows what `showToast` asks for and announces it politely. Mounted once, in the root. */
export function ToastHost({ closeLabel }: { closeLabel: string }) {
  return (
    <div ref={keepSpace} className={styles.root} role="status" aria-live="polite">
      {toasts.useShown().map((hosted) => (
        <ToastItem key={hosted.key} hosted={hosted} closeLabel={closeLabel} />
      ))}
    </div>
  )
}

/** Tells the style sheet how high the notices are, as soon as there are any: the page has so much space at its end. */
function keepSpace(host: HTMLDivElement) {
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.contentRect.height ?? 0
    if (height > 0) document.body.style.setProperty('--notices', `${height}px`)
  })
  observer.observe(host)
  return () => observer.disconnect()
}

function ToastItem({ hosted, closeLabel }: { hosted: Hosted<Toast>; closeLabel: string }) {
  const { item, dismiss } = hosted
  useEffect(() => {
    if (item.lasting) return
    const timer = setTimeout(dismiss, TOAST_MS)
    return () => clearTimeout(timer)
  }, [item, dismiss])
  const press = () => {
    dismiss()
    item.action?.onPress()
  }
  const close = () => {
    dismiss()
    item.onClose?.()
  }
  return (
    <div className={styles.item}>
      <span>{item.text}</span>
      {item.action && (
        <button type="button" className={styles.action} onClick={press}>
          {item.action.label}
        </button>
      )}
      <IconButton label={closeLabel} onClick={close}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
