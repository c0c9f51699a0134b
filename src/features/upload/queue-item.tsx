import { texts } from '../../../contract/texts.ts'
import { outbox } from '../../device/outbox.ts'
import type { OutboxPhoto } from '../../device/outbox-photo.ts'
import { nudgeUploads } from '../../offline/drivers.ts'
import { Button } from '../../ui/button.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { announceUploads } from '../../uploads/announce.ts'
import { discardPhoto, retryPhoto } from '../../uploads/photo-actions.ts'
import { photoStatus } from './photo-status.ts'
import { saveToPhone } from './save-to-phone.ts'
import { usePreview } from './use-preview.ts'

/** A photo on its way, with what is going on with it and what can be done about it. */
export function QueueItem({ photo }: { photo: OutboxPhoto }) {
  const preview = usePreview(photo)
  const { label, detail, mark } = photoStatus(photo)
  const isRefused = photo.state === 'refused'
  return (
    <li className="up-item">
      <span className="up-thumb">
        <Thumb src={preview} alt={photo.name} state={mark} stateLabel={detail ?? label} eager />
      </span>
      <div className="up-said">
        <p className={isRefused ? 'error' : undefined}>{label}</p>
        {detail && <p className="quiet small">{detail}</p>}
        {isRefused && <RefusedActions photo={photo} />}
        {photo.state === 'waiting' && photo.attempts > 0 && (
          <div className="row">
            <Discard photoKey={photo.key} />
          </div>
        )}
      </div>
    </li>
  )
}

function RefusedActions({ photo }: { photo: OutboxPhoto }) {
  const retry = () =>
    void retryPhoto(outbox, photo.key).then(() => {
      announceUploads()
      return nudgeUploads()
    })
  // What the server has already lies here no more.
  const hasBytes = photo.postId === null
  return (
    <div className="row">
      {hasBytes && (
        <>
          <Button onClick={retry}>{texts.upload.retry}</Button>
          <Button onClick={() => void saveToPhone(photo)}>{texts.upload.saveToPhone}</Button>
        </>
      )}
      <Discard photoKey={photo.key} />
    </div>
  )
}

function Discard({ photoKey }: { photoKey: string }) {
  const discard = () => void discardPhoto(outbox, photoKey).then(announceUploads)
  return (
    <Button kind="plain" onClick={discard}>
      {texts.upload.discard}
    </Button>
  )
}
