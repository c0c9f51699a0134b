import { useEffect } from 'react'
import { X } from 'lucide-react'
import { createHostList } from './host-list.ts'
import type { Hosted } from './host-list.ts'
import { IconButton } from './icon-button.tsx'
import './toast.css'

/** Long enough to read two lines. */
const TOAST_MS = 6000

export interface Toast {
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
    <div className="ts" role="status" aria-live="polite">
      {toasts.useShown().map((hosted) => (
        <ToastItem key={hosted.key} hosted={hosted} closeLabel={closeLabel} />
      ))}
    </div>
  )
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
    <div className="ts-item">
      <span>{item.text}</span>
      {item.action && (
        <button type="button" className="ts-action" onClick={press}>
          {item.action.label}
        </button>
      )}
      <IconButton label={closeLabel} onClick={close}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
