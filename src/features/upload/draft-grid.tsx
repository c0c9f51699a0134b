import { memo } from 'react'
import type { MouseEvent } from 'react'
import { Image, Video, X } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { discardShown } from '../../outbox/page/discard.ts'
import { focusBeside } from '../../ui/focus/focus-beside.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import type { Duplicate } from './use-duplicates.ts'
import { nthOf, photoStatus } from './photo-status.ts'
import { useInSteps } from './use-in-steps.ts'
import { usePreview } from './use-preview.ts'
import { VideoLength } from './video-length.tsx'
import styles from './upload-screen.module.css'

/** The next photo moves under the finger: a press so soon after one is the second of a double tap, and not meant for it. */
const DOUBLE_TAP_MS = 400
let removedAt = -Infinity

/** More photos lie in small tiles without words, and of more that are being saved the screen says how many they are. */
export const FEW_MAX = 4

const DUPLICATE_TEXT: Readonly<Record<Duplicate, string>> = {
  known: texts.upload.known,
  twice: texts.upload.chosenTwice,
}

interface DraftGridProps {
  drafts: readonly OutboxPhoto[]
  /** How many photos are being stored on the device. */
  saving: number
  /** By the drafts' keys. */
  duplicates?: ReadonlyMap<string, Duplicate>
}

/** The photos that were chosen and not sent yet. */
export function DraftGrid({ drafts, saving, duplicates }: DraftGridProps) {
  const shown = useInSteps(drafts)
  const isMany = drafts.length + saving > FEW_MAX
  return (
    <ul className={isMany ? `${styles.drafts} ${styles.many}` : styles.drafts}>
      {shown.map((draft, at) => (
        <Draft
          key={draft.key}
          draft={draft}
          duplicate={duplicates?.get(draft.key)}
          title={nthOf(draft, at + 1, drafts.length + saving)}
        />
      ))}
      {Array.from({ length: Math.min(saving, FEW_MAX) }, (_, at) => (
        <li key={at} className={`${styles.draft} ${styles.saving}`}>
          <Spinner />
          <span className="small">{texts.upload.saving}</span>
        </li>
      ))}
    </ul>
  )
}

interface DraftProps {
  draft: OutboxPhoto
  duplicate: Duplicate | undefined
  /** Stands for the picture where there is none. */
  title: string
}

/** Drawn again only where it has changed: there may be a hundred. */
const Draft = memo(function Draft({ draft, duplicate, title }: DraftProps) {
  const preview = usePreview(draft)
  const remove = (event: MouseEvent<HTMLElement>) => {
    const isByKey = event.detail === 0
    if (!isByKey && event.timeStamp - removedAt < DOUBLE_TAP_MS) return
    removedAt = event.timeStamp
    focusBeside(event.currentTarget)
    void discardShown(draft)
  }
  return (
    <li className={duplicate ? `${styles.draft} ${styles.duplicate}` : styles.draft}>
      {preview ? (
        <Thumb src={preview} alt={draft.name} eager />
      ) : (
        <NoPreview draft={draft} title={title} />
      )}
      <VideoLength photo={draft} />
      <IconButton
        className={styles.remove}
        label={`${texts.upload.remove} ${draft.name}`}
        onClick={remove}
      >
        <X size={20} />
      </IconButton>
      <span className={styles.label}>
        {duplicate ? DUPLICATE_TEXT[duplicate] : photoStatus(draft).label}
      </span>
    </li>
  )
})

/** Shown where the preview is not made yet, or cannot be made by this browser. */
function NoPreview({ draft, title }: Pick<DraftProps, 'draft' | 'title'>) {
  const Icon = isVideo(draft) ? Video : Image
  return (
    <span className={styles.saving}>
      <Icon size={28} />
      <span className={`${styles.name} one-line`}>{title}</span>
    </span>
  )
}
