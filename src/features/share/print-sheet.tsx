import { displayDay } from '../../../contract/display-day.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Logo } from '../../ui/layout/logo.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import styles from './print-sheet.module.css'

/** `card`: A6, for the tables. `sign`: A4, for the door. */
export type SheetSize = 'card' | 'sign'

interface PrintSheetProps {
  event: Event
  link: string
  size: SheetSize
}

/** From so many letters on the name is printed smaller. */
const LONG_NAME = 36

/** Fine enough for print, where the sheet sets the size. */
const DRAWN_PX = 600

/** What is printed in place of the page; hidden on the screen. */
export function PrintSheet({ event, link, size }: PrintSheetProps) {
  return (
    <div className={`${styles.root} ${styles[size] ?? ''}`} aria-hidden>
      <div className={styles.frame}>
        <p className={styles.day}>{displayDay(event.event_date.slice(0, 'YYYY-MM-DD'.length))}</p>
        <p
          className={event.name.length > LONG_NAME ? `${styles.name} ${styles.long}` : styles.name}
        >
          {event.name}
        </p>
        <svg className={styles.line} viewBox="0 0 60 6" fill="none" stroke="currentColor">
          <path d="M0 3h24M36 3h24" strokeWidth=".35" />
          <path d="M30 .8a2.2 2.2 0 102.2 2.2" strokeWidth=".5" />
          <circle cx="32" cy="1.4" r=".9" stroke="none" className={styles.ember} />
        </svg>
        <div className={styles.code}>
          <QrCode data={link} size={DRAWN_PX} label={texts.print.qrCode} />
        </div>
        <p className={styles.scan}>{texts.print.scan}</p>
        <p>{texts.print.noApp}</p>
        <p className={styles.foot}>
          <Logo name={texts.product.name} size={20} />
          {texts.product.tagline}
        </p>
      </div>
    </div>
  )
}
