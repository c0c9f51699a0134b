import { Suspense } from 'react'
import { SLIDESHOW } from '../../../contract/limits.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { useGuestsCanUpload } from '../../session/use-can-upload.ts'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import styles from './upload-code.module.css'

/** The code by which everybody in the room can add photos; nothing until it can be drawn, and while they cannot add any. */
export function UploadCode({ event }: { event: Event }) {
  const isOpen = useGuestsCanUpload(event)
  const link = `${location.origin}/${event.event_hash}/upload`
  if (!isOpen || event.paused) return null
  return (
    <Suspense>
      <div className={styles.root}>
        <QrCode data={link} size={SLIDESHOW.qrPx} label={texts.slideshow.scanToAdd} />
        <p>{texts.slideshow.scanToAdd}</p>
      </div>
    </Suspense>
  )
}
