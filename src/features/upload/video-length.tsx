import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { lengthText } from '../../photos/post-name.ts'
import thumbStyles from '../../photos/thumb.module.css'
import styles from './upload-screen.module.css'

/** How long a chosen video is, over its picture; nothing for a photo, or where it is not known. */
export function VideoLength({ photo }: { photo: Pick<OutboxPhoto, 'video'> }) {
  const seconds = photo.video?.duration ?? null
  if (seconds === null) return null
  return <span className={`${thumbStyles.length} ${styles.length}`}>{lengthText(seconds)}</span>
}
