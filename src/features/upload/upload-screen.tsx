import { useEffect, useRef } from 'react'
import type { DragEvent } from 'react'
import { Link } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { Event } from '../../../contract/entities.ts'
import type { ApiError } from '../../api/api-error.ts'
import { isAtDoor } from '../../api/refused-orma.ts'
import { isUnsent, isVideo } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import { summarize, useUploads } from '../../outbox/page/use-uploads.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { useCanUpload } from '../../session/use-can-upload.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { AlertDialog } from '../../ui/dialogs/alert-dialog.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Drawing } from '../../ui/notices/drawing.tsx'
import { QuietBar } from '../../ui/notices/quiet-bar.tsx'
import { Status } from '../../ui/notices/status.tsx'
import { ChooseButton } from './choose-button.tsx'
import type { Duplicate } from './use-duplicates.ts'
import { DraftGrid } from './draft-grid.tsx'
import { QueueItem } from './queue-item.tsx'
import { SmallerPhotos } from './smaller-photos.tsx'
import { LeavingButton, UploadQueue } from './upload-queue.tsx'
import { useChoosing } from './use-choosing.ts'
import type { Choosing } from './use-choosing.ts'
import { useDuplicates } from './use-duplicates.ts'
import { useUploadNow } from './use-upload-now.ts'
import styles from './upload-screen.module.css'

interface UploadScreenProps {
  event_hash: string
  /** Absent until it is loaded, and where it cannot be loaded: photos can be chosen all the same. */
  event: Event | undefined
  /** The Orma is gone or paused: photos chosen for it can still be looked at and saved. */
  refusal: ApiError | undefined
  /** The Orma is known to be gone, be it from earlier. */
  isGone: boolean
  /** Opens the login, which leads back here. */
  onLogin: () => void
}

/** The upload screen: choosing photos, looking at them, sending them, and how that goes. */
export function UploadScreen({ event_hash, event, isGone, ...props }: UploadScreenProps) {
  const { refusal, onLogin } = props
  const { status } = useSession()
  const all = useUploads(event_hash)
  // What was sent went with the Orma.
  const uploads = isGone ? { ...all, ...onlyUnsent(all.photos) } : all
  useLimitAlert(uploads)
  const canAdd = useCanUpload(event)
  const isClosed = isGone || refusal !== undefined || canAdd === false
  const drafts = uploads.photos.filter(({ state }) => state === 'draft')
  const videos = event?.allowVideos ? event : undefined
  const choosing = useChoosing(event_hash, { drafts: drafts.length, videos })
  return (
    <main className="page up">
      {isGone ? (
        <header className={styles.head}>
          <h1>{texts.upload.ormaGone}</h1>
          <p>{texts.upload.ormaGoneDetail(uploads.photos.length)}</p>
        </header>
      ) : (
        <header className={styles.head}>
          <h1>{texts.upload.title}</h1>
          <p>{texts.upload.subtitle}</p>
          {event && <p className="quiet small">{event.name}</p>}
        </header>
      )}
      <Status>
        {isClosed && !isGone && (
          <QuietBar>{refusal ? refusalText(refusal) : texts.event.uploadsClosed}</QuietBar>
        )}
      </Status>
      {isClosed ? (
        <ClosedDrafts drafts={drafts} />
      ) : (
        <Preview
          event_hash={event_hash}
          uploads={uploads}
          drafts={drafts}
          choosing={choosing}
          takesVideos={videos !== undefined}
          onLogin={onLogin}
        />
      )}
      <UploadQueue
        event_hash={event_hash}
        uploads={uploads}
        isSignedIn={status !== 'signed-out'}
        isClosed={isClosed}
        onChoose={isClosed ? undefined : choosing.choose}
      />
      {status === 'signed-in' && !isGone && (
        <Link to="/$event_hash/myphotos" params={{ event_hash }} className={buttonClass('plain')}>
          <Images size={20} />
          {texts.withVideos(event?.allowVideos, texts.upload.myPhotos)}
        </Link>
      )}
      <Status className="quiet small">
        {uploads.others.length > 0 && (
          <>
            {texts.offline.waiting(countOf(uploads.others))}.{' '}
            {texts.upload.sameUserOnly(uploads.others.length)}{' '}
            {status === 'signed-out' && (
              <Link to="/$event_hash/login" params={{ event_hash }}>
                {texts.common.login}
              </Link>
            )}
          </>
        )}
      </Status>
    </main>
  )
}

function onlyUnsent(photos: Uploads['photos']) {
  const unsent = photos.filter(isUnsent)
  return { photos: unsent, ...summarize(unsent) }
}

interface PreviewProps extends Pick<UploadScreenProps, 'event_hash' | 'onLogin'> {
  uploads: Uploads
  drafts: readonly OutboxPhoto[]
  choosing: Choosing
  takesVideos: boolean
}

/** The drafts of an Orma that takes no photos: they can be saved to the phone instead of being sent. */
function ClosedDrafts({ drafts }: Pick<PreviewProps, 'drafts'>) {
  if (drafts.length === 0) return null
  return (
    <ul className={styles.queue}>
      {drafts.map((draft) => (
        <QueueItem key={draft.key} photo={draft} isClosed />
      ))}
    </ul>
  )
}

/** The drafts, with the buttons to choose more and to send them. Photos can be dropped on it. */
function Preview({ event_hash, uploads, drafts, choosing, ...props }: PreviewProps) {
  const { takesVideos, onLogin } = props
  const { saving } = choosing
  const choose = (files: File[]) => void choosing.choose(files)
  const { upload, mustVerify, verifyText } = useUploadNow(event_hash)
  const duplicates = useDuplicates(event_hash, uploads.photos)
  const chosen = drafts.length + saving
  const isEmpty = uploads.isLoaded && saving + uploads.photos.length === 0
  return (
    <section
      className={isEmpty ? `${styles.choose} ${styles.empty}` : styles.choose}
      aria-label={texts.upload.draft}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => takeDropped(event, choose)}
    >
      {isEmpty && <Drawing name="frames" />}
      <Status className="visually-hidden">
        {drafts.length > 0 && saving === 0 && `${texts.upload.draft}: ${drafts.length}`}
      </Status>
      {chosen > 0 && <DraftGrid drafts={drafts} saving={saving} duplicates={duplicates} />}
      <Status className={styles.duplicates}>
        {duplicates.size > 0 && doublesText([...duplicates.values()], drafts)}
      </Status>
      {chosen > 0 && <SmallerPhotos drafts={drafts} sent={uploads.safe} />}
      {chosen > 0 && (
        <LeavingButton kind="filled" busy={saving > 0} onClick={upload}>
          {texts.upload.uploadNow}
        </LeavingButton>
      )}
      {chosen < PHOTOS_PER_CHOICE && (
        <ChooseButton
          event_hash={event_hash}
          isMain={chosen === 0}
          onPhone={uploads.counts.waiting + uploads.counts.sending}
          room={PHOTOS_PER_CHOICE - chosen}
          takesVideos={takesVideos}
          onFiles={choose}
        />
      )}
      {/* More than that come from a gallery's share, and go up together. */}
      {chosen <= PHOTOS_PER_CHOICE && <p className="quiet small">{texts.upload.hint}</p>}
      <AlertDialog
        open={mustVerify}
        text={verifyText}
        closeLabel={texts.common.confirm}
        onClose={onLogin}
      />
    </section>
  )
}

/** Where none of them is known to be in the Orma, nobody is told that it is. */
function doublesText(duplicates: readonly Duplicate[], drafts: readonly OutboxPhoto[]): string {
  const { upload } = texts
  const words = duplicates.includes('known') ? upload.doubles : upload.doublesChosen
  return words(duplicates.length, drafts.length, drafts.some(isVideo))
}

function takeDropped(event: DragEvent, take: (files: File[]) => void) {
  // A file input handles drops itself.
  if (event.target instanceof HTMLInputElement) return
  event.preventDefault()
  const files = [...event.dataTransfer.files]
  if (files.length > 0) take(files)
}

/** Says once that the limit is reached when the server refuses a photo for it while the screen is open. */
function useLimitAlert({ isLoaded, photos }: Uploads): void {
  const refused = photos.filter(({ reasonCode }) => reasonCode === 'limit_reached').length
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    if (known.current !== undefined && refused > known.current) {
      showAlert(texts.upload.limitReached)
    }
    known.current = refused
  }, [isLoaded, refused])
}

/** Why nothing can be added to an Orma that is closed, for now. */
function refusalText(refusal: Error): string {
  return isAtDoor(refusal) ? texts.door.why : refusal.message
}
