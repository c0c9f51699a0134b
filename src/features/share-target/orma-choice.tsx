import { texts } from '../../../contract/texts.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { Button } from '../../ui/button.tsx'

export interface OrmaChoiceProps {
  ormas: readonly RecentOrma[]
  onChoose: (event_hash: string) => void
}

/** Asks which Orma shared photos are for; the first one is the likeliest. */
export function OrmaChoice({ ormas, onChoose }: OrmaChoiceProps) {
  if (ormas.length === 0) return <p>{texts.upload.shareNoOrma}</p>
  return (
    <div className="stack" role="group" aria-label={texts.upload.shareTitle}>
      {ormas.map(({ event_hash, name }, at) => (
        <Button
          key={event_hash}
          kind={at === 0 ? 'filled' : 'quiet'}
          onClick={() => onChoose(event_hash)}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
