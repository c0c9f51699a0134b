import { useRef, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './share-dialog.css'

export interface ShareDialogProps {
  event: Pick<Event, 'event_hash' | 'name'>
  open: boolean
  onClose: () => void
  /** Absent: a plain "Share". */
  title?: string
}

/** Gives an Orma's private link away: by the phone's own share sheet where there is one, else by copying it. */
export function ShareDialog({ event, open, onClose, title = texts.event.share }: ShareDialogProps) {
  const link = `${location.origin}/${event.event_hash}`
  const linkRef = useRef<HTMLInputElement>(null)
  // Where it cannot be copied the link is marked, ready to be copied by hand.
  const markLink = () => linkRef.current?.select()
  const actions = (
    <>
      <CopyButton link={link} onRefused={markLink} />
      {'share' in navigator && (
        <Button kind="filled" onClick={() => share({ title: event.name, url: link })}>
          {texts.share.shareUrl}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={texts.common.close}
      actions={actions}
    >
      <p className="quiet">{texts.share.private}</p>
      <input
        ref={linkRef}
        className="tf-input share-link"
        aria-label={texts.share.link}
        readOnly
        value={link}
        onFocus={(focused) => focused.currentTarget.select()}
      />
    </Dialog>
  )
}

function CopyButton({ link, onRefused }: { link: string; onRefused: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void copyText(link).then(() => setIsCopied(true), onRefused)
  return (
    <Button kind={'share' in navigator ? 'quiet' : 'filled'} aria-live="polite" onClick={copy}>
      {isCopied ? texts.share.copied : texts.share.copyUrl}
    </Button>
  )
}

/** Rejects where the clipboard is forbidden, or absent as on an insecure origin. */
async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

function share(data: ShareData): void {
  // Closing the sheet without choosing is no error.
  navigator.share(data).catch(() => undefined)
}
