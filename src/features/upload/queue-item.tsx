import type { MouseEvent } from 'react'
import { Trash2 } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { outbox } from '../../device/outbox.ts'
import type { OutboxPhoto } from '../../device/outbox-photo.ts'
import { nudgeUploads } from '../../offline/drivers.ts'
import { Button } from '../../ui/button.tsx'
import { focusBeside } from '../../ui/focus-beside.ts'
import { IconButton } from '../../ui/icon-button.tsx'
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
  const discard = (event: MouseEvent<HTMLElement>) => {
    focusBeside(event.currentTarget)
    void discardPhoto(outbox, photo.key).then(announceUploads)
  }
  return (
    <li className="up-item">
      <span className="up-thumb">
        <Thumb src={preview} alt={photo.name} state={mark} stateLabel={detail ?? label} eager />
      </span>
      <div className="up-said">
        <p className={isRefused ? 'error' : undefined}>{label}</p>
        {detail && <p className="quiet small">{detail}</p>}
      </div>
      {(isRefused || photo.state === 'waiting') && (
        <IconButton label={`${texts.upload.discard} ${photo.name}`} onClick={discard}>
          <Trash2 size={20} />
        </IconButton>
      )}
      {/* What the server has already lies here no more. */}
      {isRefused && photo.postId === null && <RefusedActions photo={photo} />}
    </li>
  )
}

function RefusedActions({ photo }: { photo: OutboxPhoto }) {
  const retry = async () => {
    await retryPhoto(outbox, photo.key)
    announceUploads()
    await nudgeUploads()
  }
  return (
    <div className="row up-ways">
      <Button onClick={() => void retry().catch(console.error)}>{texts.upload.retry}</Button>
      <Button onClick={() => void saveToPhone(photo)}>{texts.upload.saveToPhone}</Button>
    </div>
  )
}
