import { useRef } from 'react'
import { CloudOff } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { QuietBar } from './quiet-bar.tsx'
import { ageText } from './relative-time.tsx'
import { Status } from './status.tsx'
import { useFocusSeen } from '../focus/use-focus-seen.ts'
import styles from './offline-bar.module.css'

/** Data younger than this counts as current. */
const WORTH_SAYING_MS = 60_000
/** `asOf` of data of unknown age, which a page only begins with, such as that in the HTML. */
const BEGINNING = 1

/** Why the shown data may be out of date. */
type OfflineReason = 'offline' | 'silent' | 'failed'

interface OfflineBarProps {
  /** Undefined: nothing to say. */
  reason: OfflineReason | undefined
  /** When the shown data was current, epoch milliseconds. */
  asOf?: number | undefined
}

/** Says that the data shown is what was seen last, and how old it is. */
export function OfflineBar({ reason, asOf = 0 }: OfflineBarProps) {
  return (
    <div className={reason ? `${styles.root} ${styles.shown}` : styles.root}>
      <Status>{reason && <Pill reason={reason} asOf={asOf} />}</Status>
    </div>
  )
}

function Pill({ reason, asOf }: { reason: OfflineReason; asOf: number }) {
  const bar = useRef<HTMLDivElement>(null)
  useFocusSeen(bar)
  const isOld = asOf > BEGINNING && Date.now() - asOf > WORTH_SAYING_MS
  const age = isOld ? texts.offline.lastUpdated(ageText(asOf, Date.now())) : ''
  return (
    <QuietBar ref={bar} icon={<CloudOff size={18} aria-hidden />}>
      {`${texts.offline[reason]}. ${age}`.trim()}
    </QuietBar>
  )
}
