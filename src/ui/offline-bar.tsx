import { CloudOff } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { ageText } from './age-text.ts'
import { QuietBar } from './quiet-bar.tsx'
import './offline-bar.css'

/** What is younger is as good as new. */
const WORTH_SAYING_MS = 60_000
/** As old is what a page only begins with, such as what came with the HTML: when it was so is not known. */
const BEGINNING = 1

/** Why what is shown may be out of date. */
export type OfflineReason = 'offline' | 'silent' | 'failed'

export interface OfflineBarProps {
  /** Undefined: there is nothing to say. */
  reason: OfflineReason | undefined
  /** When what is shown was so, epoch milliseconds. */
  asOf?: number | undefined
}

/** Says calmly that what is shown is what was seen last, and how old that is. */
export function OfflineBar({ reason, asOf = 0 }: OfflineBarProps) {
  if (!reason) return null
  const isOld = asOf > BEGINNING && Date.now() - asOf > WORTH_SAYING_MS
  const age = isOld ? texts.offline.lastUpdated(ageText(asOf, Date.now())) : ''
  return (
    <div className="ob">
      <QuietBar icon={<CloudOff size={18} aria-hidden />}>
        {`${words(reason)}. ${age}`.trim()}
      </QuietBar>
    </div>
  )
}

function words(reason: OfflineReason): string {
  if (reason === 'offline') return texts.offline.offline
  return reason === 'silent' ? texts.offline.silent : texts.offline.failed
}
