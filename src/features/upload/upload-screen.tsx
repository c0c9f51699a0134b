import { useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { Images } from 'lucide-react'
import { PHOTOS_PER_CHOICE } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import type { Event } from '../../../contract/entities.ts'
import type { ApiError } from '../../api/api-error.ts'
import { isAtDoor } from '../../api/refused-orma.ts'
import { isUnsent } from '../../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import { summarize, useUploads } from '../../outbox/page/use-uploads.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { useCanUpload } from '../../session/use-can-upload.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/dialogs/alerts.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { QuietBar } from '../../ui/notices/quiet-bar.tsx'
import { Status } from '../../ui/notices/status.tsx'
import { takesFour } from './photo-choice.ts'
import { nthOf, shownTextIn } from './photo-status.ts'
import { QueueItem } from './queue-item.tsx'
import { ChoicePreview } from './choice-preview.tsx'
import { LeavingButton, UploadQueue } from './upload-queue.tsx'
import { useChoosing } from './use-choosing.ts'
import { useUploadRoom } from './upload-limit.ts'
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
  /** Shows the Orma's door, and then this screen again. */
  onGiveWord: () => void
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
  const perChoice = event?.photosPerChoice ?? PHOTOS_PER_CHOICE
  const takesMany = !takesFour(perChoice)
  const { room, isCrowded } = useUploadRoom(event_hash, uploads, takesMany && !isClosed)
  const size = { perChoice, room: takesMany ? room : Infinity }
  const choosing = useChoosing(event_hash, { photos: uploads.photos, videos, ...size })
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
        {isClosed && !isGone && <ClosedBar refusal={refusal} onGiveWord={props.onGiveWord} />}
      </Status>
      {isClosed ? (
        <ClosedDrafts drafts={drafts} />
      ) : (
        <ChoicePreview
          event_hash={event_hash}
          uploads={uploads}
          drafts={drafts}
          choosing={choosing}
          size={size}
          isCrowded={isCrowded}
          takesVideos={videos !== undefined}
          onLogin={onLogin}
        />
      )}
      <UploadQueue
        event_hash={event_hash}
        uploads={uploads}
        isSignedIn={status !== 'signed-out'}
        isClosed={isClosed}
        shownText={shownTextIn(event, Date.now())}
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

/** The drafts of an Orma that takes no photos: they can be saved to the phone instead of being sent. */
function ClosedDrafts({ drafts }: { drafts: readonly OutboxPhoto[] }) {
  if (drafts.length === 0) return null
  return (
    <ul className={styles.queue}>
      {drafts.map((draft, at) => (
        <QueueItem
          key={draft.key}
          photo={draft}
          title={nthOf(draft, at + 1, drafts.length)}
          isClosed
        />
      ))}
    </ul>
  )
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

/** Why nothing can be added to an Orma that is closed, for now. One that asks a device inside for its word has another one now. */
function ClosedBar({ refusal, onGiveWord }: Pick<UploadScreenProps, 'refusal' | 'onGiveWord'>) {
  const { changedMeanwhile, give } = texts.door
  const words = refusal?.message ?? texts.event.uploadsClosed
  if (!isAtDoor(refusal)) return <QuietBar>{words}</QuietBar>
  return (
    <QuietBar action={<LeavingButton onClick={onGiveWord}>{give}</LeavingButton>}>
      {changedMeanwhile}
    </QuietBar>
  )
}
