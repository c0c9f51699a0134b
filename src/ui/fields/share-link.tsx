import { useRef, useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../buttons/button.tsx'
import styles from './share-link.module.css'
import textFieldStyles from './text-field.module.css'

interface ShareLinkProps {
  link: string
  /** Of what it leads to, for the share sheet. */
  title: string
  label: string
  shareText: string
  copyText: string
  /** The button that copies it has the focus at first: what had it has gone. */
  autoFocus?: boolean
}

/** A link to be given on: by the phone's share sheet where there is one, by copying, or by hand. */
export function ShareLink({ link, title, label, shareText, copyText, autoFocus }: ShareLinkProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setIsCopied(true)
    } catch {
      // Forbidden, or absent as on an insecure origin: it is selected, to be copied by hand.
      field.current?.select()
    }
  }
  return (
    <>
      <input
        ref={field}
        className={`${textFieldStyles.input} ${styles.root}`}
        aria-label={label}
        readOnly
        value={link}
        onFocus={(focused) => focused.currentTarget.select()}
      />
      {'share' in navigator && (
        <Button kind="filled" onClick={() => share({ title, url: link })}>
          {shareText}
        </Button>
      )}
      <Button
        kind={'share' in navigator ? 'quiet' : 'filled'}
        aria-live="polite"
        autoFocus={autoFocus}
        onClick={() => void copy()}
      >
        {isCopied ? texts.share.copied : copyText}
      </Button>
    </>
  )
}

function share(data: ShareData): void {
  // Closing the sheet without choosing is no error.
  navigator.share(data).catch(() => undefined)
}
