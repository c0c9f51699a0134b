import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Download, Printer } from 'lucide-react'
import { QR_PNG_PX, SHARE_QR_PX } from '../../../contract/limits.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { QrCode, qrCodePng } from '../../ui/pictures/qr-code.tsx'
import { saveBlob } from '../../ui/layout/save-blob.ts'
import { PrintSheet } from './print-sheet.tsx'
import type { SheetSize } from './print-sheet.tsx'
import styles from './share-dialog.module.css'

interface ShareCodeProps {
  event: Event
  /** The address in the code. */
  link: string
  /** Cards for tables are the organisers' to print. */
  canPrint: boolean
}

/** The QR code of a link on a paper card under the Orma's name, with buttons to save and to print it. */
export function ShareCode({ event, link, canPrint }: ShareCodeProps) {
  const [size, setSize] = useState<SheetSize>('card')
  const print = (wanted: SheetSize) => {
    flushSync(() => setSize(wanted))
    window.print()
  }
  return (
    <>
      <figure className={styles.code}>
        <figcaption className="display">{event.name}</figcaption>
        <QrCode data={link} size={SHARE_QR_PX} label={texts.print.qrCode} />
      </figure>
      <Button icon={<Download size={18} />} onClick={() => void download(event, link)}>
        {texts.print.downloadQr}
      </Button>
      {canPrint && (
        <div className={styles.actions}>
          <Button icon={<Printer size={18} />} onClick={() => print('card')}>
            {texts.print.tableCard}
          </Button>
          <Button icon={<Printer size={18} />} onClick={() => print('sign')}>
            {texts.print.sign}
          </Button>
        </div>
      )}
      {createPortal(<PrintSheet event={event} link={link} size={size} />, document.body)}
    </>
  )
}

async function download({ name }: Event, link: string): Promise<void> {
  try {
    saveBlob(await qrCodePng(link, QR_PNG_PX), `${fileName(name)}-QR.png`)
  } catch {
    // The browser forbids canvases, or has too little memory left for one.
    showAlert(texts.print.qrFailed)
  }
}

/** A name without the characters that file systems do not allow. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || texts.product.name
}
