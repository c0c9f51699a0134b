import { texts } from '../../../contract/texts.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { nthOf } from './photo-status.ts'
import { QueueItem } from './queue-item.tsx'
import { useInSteps } from './use-in-steps.ts'
import styles from './upload-screen.module.css'

/** Photos that wait to be sent, those chosen last first, as on the upload screen; nothing where there are none. */
export function WaitingPhotos({ photos }: { photos: readonly OutboxPhoto[] }) {
  const shown = useInSteps(photos.toReversed())
  if (photos.length === 0) return null
  return (
    <ul className={styles.queue} aria-label={texts.offline.waiting(countOf(photos))}>
      {shown.map((photo, at) => (
        <QueueItem
          key={photo.key}
          photo={photo}
          title={nthOf(photo, photos.length - at, photos.length)}
        />
      ))}
    </ul>
  )
}
