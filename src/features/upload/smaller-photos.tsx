import { useEffect, useState, useSyncExternalStore } from 'react'
import { texts } from '../../../contract/texts.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { canShrink, isVideo } from '../../outbox/store/outbox-photo.ts'
import styles from './upload-screen.module.css'
import { deviceStorage } from '../../session/device-storage.ts'
import { isSlowOrMetered, onConnectionChange } from '../../api/connection.ts'
import { outbox } from '../../outbox/store/outbox.ts'
import { wasSlow } from '../../outbox/queue/line-rate.ts'
import { encodesVideos } from './shrink-in-worker.ts'

const KEY = 'smaller_photos'
/** A photo of fewer bytes is most likely no larger than a smaller one would be. */
const WORTH_BYTES = 1_500_000

interface SmallerPhotosProps {
  drafts: readonly Pick<OutboxPhoto, 'size' | 'type' | 'video'>[]
  /** How many photos the server has got from here. */
  sent: number
}

/** The choice to send smaller photos and videos, offered where that helps or was chosen before. */
export function SmallerPhotos({ drafts, sent }: SmallerPhotosProps) {
  const [isChosen, setChosen] = useState(wantsSmaller)
  // Unchecking does not make the choice vanish at once.
  const [wasChosen] = useState(isChosen)
  const isSlow = useSlowLine(sent)
  const isOffered = isSlow && drafts.some(isWorthwhile)
  if (!isOffered && !isChosen && !wasChosen) return null
  const choose = (isSmaller: boolean) => {
    setChosen(isSmaller)
    if (isSmaller) deviceStorage.setItem(KEY, 'yes')
    else deviceStorage.removeItem(KEY)
  }
  const { smaller, smallerMeans, smallerAny, smallerAnyMeans } = texts.upload
  const hasVideo = drafts.some(isVideo)
  return (
    <label className={styles.smaller}>
      <input type="checkbox" checked={isChosen} onChange={({ target }) => choose(target.checked)} />
      <span>
        {hasVideo ? smallerAny : smaller}
        <br />
        <span className="quiet small">{hasVideo ? smallerAnyMeans : smallerMeans}</span>
      </span>
    </label>
  )
}

function isWorthwhile(draft: SmallerPhotosProps['drafts'][number]): boolean {
  const canBe = canShrink(draft) && draft.size > WORTH_BYTES
  return canBe && (!isVideo(draft) || encodesVideos())
}

/** Whether this guest has chosen to send smaller photos from this device. */
export function wantsSmaller(): boolean {
  return deviceStorage.getItem(KEY) === 'yes'
}

/** Whether the line is slow or metered, by what the browser says or how the last photos went. Checked again as `sent` grows. */
function useSlowLine(sent: number): boolean {
  const [isMeasured, setMeasured] = useState(false)
  useEffect(() => void wasSlow(outbox).then(setMeasured), [sent])
  const isSaid = useSyncExternalStore(onConnectionChange, isSlowOrMetered)
  return isMeasured || isSaid
}
