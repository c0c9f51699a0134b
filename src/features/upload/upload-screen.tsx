import type { MouseEvent } from 'react'
import { ImagePlus } from 'lucide-react'
import { canUpload } from '../../../contract/rules.ts'
import { PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { Event } from '../../../contract/entities.ts'
import { useUploads } from '../../offline/use-uploads.ts'
import { useWorkerTakesOver } from '../../offline/use-worker-takes-over.ts'
import { useSession } from '../../session/use-session.ts'
import { AlertDialog, showAlert } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { QuietBar } from '../../ui/quiet-bar.tsx'
import { DraftGrid } from './draft-grid.tsx'
import { UploadQueue } from './upload-queue.tsx'
import { useChoosing } from './use-choosing.ts'
import { useLimitAlert } from './use-limit-alert.ts'
import { useIsLimitReached } from './use-upload-limit.ts'
import { useUploadNow } from './use-upload-now.ts'
import './upload-screen.css'

export interface UploadScreenProps {
  event_hash: string
  /** Absent until it is loaded, and where it cannot be: photos can be chosen all the same. */
  event: Event | undefined
  /** Leads to the login, which leads back here. */
  onLogin: () => void
}

/** Choosing photos, looking at them, sending them, and what becomes of them. */
export function UploadScreen({ event_hash, event, onLogin }: UploadScreenProps) {
  const { status, user } = useSession()
  const uploads = useUploads(event_hash)
  const drafts = uploads.photos.filter(({ state }) => state === 'draft')
  const { saving, choose } = useChoosing(event_hash, drafts.length)
  const { upload, mustVerify } = useUploadNow(event_hash)
  const takesOver = useWorkerTakesOver()
  useLimitAlert(uploads)
  const isClosed =
    event !== undefined && status !== 'loading' && !canUpload(event, user?.id, Date.now())
  const hasPreview = drafts.length + saving > 0

  return (
    <main className="page up">
      <header className="up-head">
        <h1>{texts.upload.title}</h1>
        <p>{texts.upload.subtitle}</p>
        {event && <p className="quiet small">{event.name}</p>}
      </header>
      {isClosed && <QuietBar>{texts.upload.windowClosed}</QuietBar>}
      {hasPreview && <DraftGrid drafts={drafts} saving={saving} />}
      {!isClosed && (
        <div className="up-choose">
          {hasPreview && (
            <Button kind="filled" busy={saving > 0} onClick={upload}>
              {texts.upload.uploadNow}
            </Button>
          )}
          {drafts.length + saving < PHOTOS_PER_CHOICE && (
            <ChooseButton
              event_hash={event_hash}
              isMain={!hasPreview}
              onPhone={uploads.counts.waiting + uploads.counts.sending}
              onFiles={choose}
            />
          )}
          <p className="quiet small">{texts.upload.hint}</p>
        </div>
      )}
      <UploadQueue
        event_hash={event_hash}
        uploads={uploads}
        isSignedIn={status !== 'signed-out'}
        mustStay={takesOver === false}
      />
      {uploads.othersWaiting > 0 && (
        <p className="quiet small">
          {texts.upload.waiting(uploads.othersWaiting)}. {texts.upload.sameUserOnly}
        </p>
      )}
      <AlertDialog
        open={mustVerify}
        text={texts.upload.mustVerify}
        closeLabel={texts.common.confirm}
        onClose={onLogin}
      />
    </main>
  )
}

interface ChooseButtonProps {
  event_hash: string
  isMain: boolean
  /** Photos that are safe on this phone and on their way. */
  onPhone: number
  onFiles: (files: File[]) => void
}

/** Opens the phone's picker, unless the server has said that it takes no more. */
function ChooseButton({ event_hash, isMain, onPhone, onFiles }: ChooseButtonProps) {
  const isLimitReached = useIsLimitReached(event_hash)
  const stopAtLimit = (event: MouseEvent) => {
    if (!isLimitReached) return
    event.preventDefault()
    showAlert(texts.upload.limitReached)
  }
  return (
    <FileButton
      text={onPhone > 0 ? texts.upload.addMore(onPhone) : texts.upload.choose}
      kind={isMain ? 'filled' : 'quiet'}
      icon={<ImagePlus size={20} />}
      accept="image/*"
      multiple
      onClick={stopAtLimit}
      onFiles={onFiles}
    />
  )
}
