import { useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { canShrink } from '../../outbox/store/outbox-photo.ts'
import { storeSmallerChoice, wantsSmaller } from './smaller-choice.ts'
import { useSlowLine } from './use-slow-line.ts'
import styles from './upload-screen.module.css'

/** A photo of fewer bytes is most likely no larger than a smaller one would be. */
const WORTH_BYTES = 1_500_000

interface SmallerPhotosProps {
  drafts: readonly Pick<OutboxPhoto, 'size' | 'type'>[]
  /** How many photos the server has got from here. */
  sent: number
}

/** The choice to send smaller photos, offered where that helps or was chosen before. */
export function SmallerPhotos({ drafts, sent }: SmallerPhotosProps) {
  const [isChosen, setChosen] = useState(wantsSmaller)
  // Unchecking does not make the choice vanish at once.
  const [wasChosen] = useState(isChosen)
  const isSlow = useSlowLine(sent)
  const isOffered = isSlow && drafts.some((draft) => canShrink(draft) && draft.size > WORTH_BYTES)
  if (!isOffered && !isChosen && !wasChosen) return null
  const choose = (isSmaller: boolean) => {
    setChosen(isSmaller)
    storeSmallerChoice(isSmaller)
  }
  return (
    <label className={styles.smaller}>
      <input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
      <span>
        {texts.upload.smaller}
        <br />
        <span className="quiet small">{texts.upload.smallerMeans}</span>
      </span>
    </label>
  )
}
