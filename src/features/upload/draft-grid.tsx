import type { MouseEvent } from 'react'
import { Image, X } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { discardShown } from '../../outbox/page/discard.ts'
import { focusBeside } from '../../ui/focus-beside.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import type { Double } from './doubles.ts'
import { photoStatus } from './photo-status.ts'
import { usePreview } from './use-preview.ts'

const DOUBLE_WORDS: Readonly<Record<Double, string>> = {
  known: texts.upload.known,
  twice: texts.upload.chosenTwice,
}

interface DraftGridProps {
  drafts: readonly OutboxPhoto[]
  /** How many photos are being stored on the device. */
  saving: number
  /** By the drafts' keys. */
  doubles?: ReadonlyMap<string, Double>
}

/** The photos that were chosen and not sent yet. */
export function DraftGrid({ drafts, saving, doubles }: DraftGridProps) {
  return (
    <ul className="up-drafts">
      {drafts.map((draft) => (
        <Draft key={draft.key} draft={draft} double={doubles?.get(draft.key)} />
      ))}
      {Array.from({ length: saving }, (_, at) => (
        <li key={at} className="up-draft up-saving">
          <Spinner />
          <span className="small">{texts.upload.saving}</span>
        </li>
      ))}
    </ul>
  )
}

interface DraftProps {
  draft: OutboxPhoto
  double: Double | undefined
}

function Draft({ draft, double }: DraftProps) {
  const preview = usePreview(draft)
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusBeside(event.currentTarget)
    void discardShown(draft)
  }
  return (
    <li className={double ? 'up-draft up-double' : 'up-draft'}>
      {preview ? <Thumb src={preview} alt={draft.name} eager /> : <NoPreview name={draft.name} />}
      <IconButton
        className="up-remove"
        label={`${texts.upload.remove} ${draft.name}`}
        onClick={remove}
      >
        <X size={20} />
      </IconButton>
      <span className="up-word">{double ? DOUBLE_WORDS[double] : photoStatus(draft).label}</span>
    </li>
  )
}

/** Shown where the preview is not made yet, or cannot be made by this browser. */
function NoPreview({ name }: { name: string }) {
  return (
    <span className="up-saving">
      <Image size={28} />
      <span className="up-name">{name}</span>
    </span>
  )
}
