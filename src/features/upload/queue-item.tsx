import { memo, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Trash2 } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { readParts } from '../../outbox/store/video-pieces.ts'
import { discardShown } from '../../outbox/page/discard.ts'
import { nudgeUploads } from '../../outbox/page/upload-driver.ts'
import { outboxOf } from '../../outbox/page/page-outboxes.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { focusBeside } from '../../ui/focus/focus-beside.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import { announceUploads } from '../../outbox/queue/announce.ts'
import { isRefusedByOrma, retryPhoto } from '../../outbox/queue/photo-actions.ts'
import { PhotosButton } from './choose-button.tsx'
import { isUnusable, photoStatus, wordsOf } from './photo-status.ts'
import type { Choosing } from './use-choosing.ts'
import { usePreview } from './use-preview.ts'
import { VideoLength } from './video-length.tsx'
import styles from './upload-screen.module.css'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { saveBlob } from '../../ui/layout/save-blob.ts'

interface QueueItemProps {
  photo: OutboxPhoto
  /** The Orma is known to take no photos: nothing is to be sent again. */
  isClosed?: boolean
  /** Takes other photos in place of this one; absent where the Orma takes none, and on other screens. */
  onChoose?: Choosing['choose'] | undefined
  /** Stands for the picture where there is none: 'Photo 3 of 5'. */
  title: string
  /** As `photoStatus` has it. */
  shownText?: string | undefined
}

/** A photo on its way, with its state and the actions that state allows. Drawn again only where it has changed. */
export const QueueItem = memo(function QueueItem({
  photo,
  isClosed = false,
  onChoose,
  title,
  shownText,
}: QueueItemProps) {
  const preview = usePreview(photo)
  const { label, detail, mark, progress } = photoStatus(photo, { isClosed, shownText })
  const isRefused = photo.state === 'refused'
  /** The bytes may lie there alone: what was sent before they were lost here, or could not be processed. */
  const isOnServer = photo.postId !== null || (isRefused && photo.mayBeStored)
  const button = useRef<HTMLElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const discard = () => {
    // Closed first, so that the focus does not go back to the button, which goes with its photo.
    flushSync(() => setIsAsking(false))
    if (button.current) focusBeside(button.current)
    void discardShown(photo)
  }
  const ask = (event: MouseEvent<HTMLElement>) => {
    button.current = event.currentTarget
    // Somebody wanted this one uploaded, and nothing speaks against it; or this phone may no longer have it.
    if (photo.state === 'waiting' || photo.state === 'sending' || isOnServer) setIsAsking(true)
    else discard()
  }
  return (
    <li className={styles.item}>
      <span className={styles.thumb}>
        <Thumb
          src={preview}
          alt={photo.name}
          state={mark}
          stateLabel={detail ?? label}
          progress={progress}
          eager
        />
        <VideoLength photo={photo} />
      </span>
      <div className={styles.message}>
        {/* Known by its picture, where there is one. */}
        {!preview && <p className={preview === null ? 'small' : 'visually-hidden'}>{title}</p>}
        <p className={isRefused && mark === 'failed' ? 'error' : undefined}>{label}</p>
        {detail && <p className="quiet small">{detail}</p>}
      </div>
      {canDiscard(photo) && (
        <IconButton label={`${texts.upload.discard} ${photo.name}`} onClick={ask}>
          <Trash2 size={20} />
        </IconButton>
      )}
      <ConfirmDialog
        // It may arrive before the answer: then it is taken out of the Orma again.
        open={isAsking && !photo.isUnwanted}
        danger
        question={isOnServer ? texts.post.deleteWarning : wordsOf(photo).discardQuestion}
        confirmLabel={texts.upload.discard}
        cancelLabel={texts.common.cancel}
        onConfirm={discard}
        onCancel={() => setIsAsking(false)}
      />
      {photo.state === 'draft' && (
        <div className={`row ${styles.actions}`}>
          <SaveButton photo={photo} />
        </div>
      )}
      {/* What the server has already lies here no more. */}
      {isRefused && photo.postId === null && (
        <RefusedActions photo={photo} isClosed={isClosed} onChoose={onChoose} />
      )}
    </li>
  )
})

/** Once the server has it, it can only be deleted in the Orma. */
function canDiscard({ state, isUnwanted }: OutboxPhoto): boolean {
  return !isUnwanted && state !== 'processing' && state !== 'done'
}

function RefusedActions({ photo, isClosed = false, onChoose }: Omit<QueueItemProps, 'title'>) {
  const retry = async () => {
    await retryPhoto(outboxOf(photo), photo.key)
    announceUploads()
    await nudgeUploads()
  }
  const replace = async (files: File[]) => {
    const stored = (await onChoose?.(files)) ?? 0
    if (stored > 0) await discardShown(photo)
  }
  const canRetry = !isClosed && !isUnusable(photo) && (onChoose || !isRefusedByOrma(photo))
  return (
    <div className={`row ${styles.actions}`}>
      {canRetry && (
        <Button onClick={() => void retry().catch(console.error)}>{texts.upload.retry}</Button>
      )}
      {onChoose && isUnusable(photo) && (
        <PhotosButton
          event_hash={photo.eventHash}
          takesVideos={isVideo(photo)}
          text={wordsOf(photo).chooseAnother}
          onFiles={(files) => void replace(files).catch(console.error)}
        />
      )}
      <SaveButton photo={photo} />
    </div>
  )
}

function SaveButton({ photo }: Pick<QueueItemProps, 'photo'>) {
  return <Button onClick={() => void saveToPhone(photo)}>{texts.upload.saveToPhone}</Button>
}

/** Gives the photo or video back as a file with the bytes stored here: as it was chosen, or the smaller one that replaced it. */
async function saveToPhone(photo: OutboxPhoto): Promise<void> {
  const words = wordsOf(photo)
  try {
    const parts = await readParts(outboxOf(photo), photo)
    if (parts) saveBlob(new Blob(parts, { type: photo.type }), photo.name)
    else showAlert(words.gone)
  } catch (error) {
    console.error(error)
    showAlert(words.notSaved)
  }
}
