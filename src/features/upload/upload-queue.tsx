import { Link } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import type { Uploads } from '../../outbox/page/use-uploads.ts'
import { buttonClass, Button } from '../../ui/buttons/button.tsx'
import type { ButtonProps } from '../../ui/buttons/button.tsx'
import { ProgressRing } from '../../ui/notices/progress-ring.tsx'
import { QuietBar } from '../../ui/notices/quiet-bar.tsx'
import { Status } from '../../ui/notices/status.tsx'
import { isQueued } from '../../outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { nthOf } from './photo-status.ts'
import { QueueItem } from './queue-item.tsx'
import type { Choosing } from './use-choosing.ts'
import { useInSteps } from './use-in-steps.ts'
import styles from './upload-screen.module.css'
import { useEffect, useState, useRef } from 'react'
import { activeRegistration } from '../../worker/worker-link.ts'
import { forgetRemoved } from '../../outbox/page/discard.ts'
import { retryUploadsNow } from '../../outbox/page/upload-driver.ts'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'

interface UploadQueueProps {
  event_hash: string
  uploads: Uploads
  isSignedIn: boolean
  /** The Orma takes no photos. */
  isClosed: boolean
  /** What is said of one that is in the Orma; absent: everybody sees it. */
  shownText: string | undefined
  /** Takes other photos in place of damaged ones; absent where the Orma takes none. */
  onChoose: Choosing['choose'] | undefined
}

/** The photos after UPLOAD NOW: one line for all of them, then each, those chosen last first, which are on their way. */
export function UploadQueue(props: UploadQueueProps) {
  const { photos, safe, all, left, done, isWaitingForNetwork } = props.uploads
  const isEmpty = photos.every(({ state }) => state === 'draft')
  return (
    <section
      className={isEmpty ? 'visually-hidden' : 'stack'}
      aria-label={all > 0 ? texts.upload.progress(safe, all) : undefined}
    >
      <Status className={styles.progress}>
        {/* Where nothing was sent and nothing will be, or all was removed, there is no progress. */}
        {(props.isClosed ? left + safe > 0 : all > 0) && (
          <>
            <ProgressRing value={done} size={36} />
            <span>{texts.upload.progress(safe, all)}</span>
          </>
        )}
      </Status>
      <Status className="quiet">
        {left > 0 && isWaitingForNetwork && texts.upload.waitingForSignal}
      </Status>
      {!isEmpty && <Queued {...props} />}
    </section>
  )
}

function Queued({ event_hash, uploads, isSignedIn, ...props }: UploadQueueProps) {
  const { isClosed, onChoose, shownText } = props
  const mustStay = useBackgroundSync() === false
  const { photos, safe, left, waitingLong } = uploads
  const queued = photos.filter((photo) => photo.state !== 'draft' && !isRemoved(photo)).toReversed()
  const shown = useInSteps(queued)
  const removed = photos.filter(isRemoved)
  return (
    <>
      {isSignedIn && !isClosed && <TryNow uploads={uploads} />}
      <Status>
        {left > 0 && !isSignedIn && !isClosed && (
          <QuietBar>
            {texts.offline.waiting(countOf(photos.filter(isQueued)))}.{' '}
            {texts.upload.signInToSend(left)}
          </QuietBar>
        )}
      </Status>
      <Status>
        {waitingLong.length > 0 && (
          <QuietBar>{texts.upload.waitingLong(countOf(waitingLong))}</QuietBar>
        )}
      </Status>
      <Status>
        {left > 0 && (mustStay || photos.some(({ isInMemory }) => isInMemory)) && (
          <QuietBar>{texts.upload.dontLeave}</QuietBar>
        )}
      </Status>
      {removed.length > 0 && <Removed photos={removed} />}
      {safe > 0 && (
        <Link to="/$event_hash" params={{ event_hash }} className={buttonClass()}>
          {texts.upload.seeInFeed(safe)}
        </Link>
      )}
      <ul className={styles.queue}>
        {shown.map((photo, at) => (
          <QueueItem
            key={photo.key}
            photo={photo}
            title={nthOf(photo, queued.length - at, queued.length)}
            shownText={shownText}
            isClosed={isClosed}
            // The others are not drawn again with each choice.
            onChoose={photo.state === 'refused' ? onChoose : undefined}
          />
        ))}
      </ul>
    </>
  )
}

/** Whether it was taken out of its Orma since. */
function isRemoved({ postStatus }: OutboxPhoto): boolean {
  return postStatus === 'GONE'
}

/** One line for all that were taken out of the Orma, as with their person: there may be many. */
function Removed({ photos }: { photos: readonly OutboxPhoto[] }) {
  return (
    <QuietBar
      action={
        <LeavingButton onClick={() => void forgetRemoved(photos).catch(console.error)}>
          {texts.common.confirm}
        </LeavingButton>
      }
    >
      {texts.upload.removed(countOf(photos))}
    </QuietBar>
  )
}

/**
 * Whether uploads go on in the worker when the page is closed; undefined: unknown yet. Without background sync (Safari, Firefox) a
 * worker ends soon after its last page.
 */
function useBackgroundSync(): boolean | undefined {
  const [hasSync, setHasSync] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    void activeRegistration().then((registration) => {
      if (!isGone) setHasSync(registration !== undefined && 'sync' in registration)
    })
    return () => {
      isGone = true
    }
  }, [])
  return hasSync
}

/** A button that has photos sent now that wait for signal; nothing where none does. */
export function TryNow({ uploads }: { uploads: Pick<Uploads, 'isWaitingForNetwork'> }) {
  if (!uploads.isWaitingForNetwork) return null
  return <LeavingButton onClick={() => void retryUploadsNow()}>{texts.upload.retry}</LeavingButton>
}

/** A button that goes when it has helped, or with the drafts. */
export function LeavingButton(props: Omit<ButtonProps, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, focusContentIfLost)
  return <Button ref={button} {...props} />
}
