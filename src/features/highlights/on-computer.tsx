import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { SHARE_QR_PX } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { Message } from '../../ui/notices/message.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import styles from './highlights.module.css'

/** In place of a day's film, which plays on phones alone: the code that opens it there, and what else can be done. */
export function OnComputer({ children }: { children: ReactNode }) {
  return (
    <Message
      title
      drawing="film"
      detail={texts.highlights.scan}
      action={
        <div className={styles.onComputer}>
          <PhoneCode />
          {children}
        </div>
      }
    >
      {texts.highlights.mobileOnly}
    </Message>
  )
}

/** The code that opens this page on a phone. */
function PhoneCode() {
  return (
    <div className={styles.code}>
      <Suspense>
        <QrCode data={location.href} size={SHARE_QR_PX} label={texts.highlights.scanCode} />
      </Suspense>
    </div>
  )
}
