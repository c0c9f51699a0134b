import { useRef, useState } from 'react'
import type { Event, Post } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { isApproved } from '../../outbox/store/waiting-decisions.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { useSession } from '../../session/use-session.ts'
import { photoMark } from '../../photos/photo-mark.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { focusContentIfLost } from '../../ui/focus/focus-content.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { reasonText } from './reason-text.ts'
import styles from './review-list.module.css'

interface ReviewNoteProps {
  post: Post
  /** Undefined: not known yet. */
  event: Event | undefined
}

/** Below a flagged photo: tells its author that it waits, and the Orma's organisers why, with the button to approve it. */
export function ReviewNotice({ post, event }: ReviewNoteProps) {
  const { user } = useSession()
  const waiting = useWaitingChanges()
  if (post.status !== 'FAILEDBYNUDITY') return null
  if (!isOrganiser(event ?? post.Event, user?.id))
    return <p className={`quiet ${styles.note}`}>{photoMark(post, false)?.label}</p>
  if (isApproved(post, waiting))
    return <p className={`quiet ${styles.note}`}>{texts.review.queued(1)}</p>
  return <Approving post={post} event={event} />
}

function Approving({ post, event }: ReviewNoteProps) {
  const [isAsking, setIsAsking] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  // Once the photo is approved it goes, with its question.
  useFocusLost(note, focusContentIfLost)
  return (
    <div ref={note} className={`row ${styles.note}`}>
      <p className={`quiet ${styles.reason}`}>
        {photoMark(post, true)?.label}. {reasonText(post, event?.reviewAll)}.
      </p>
      <Button onClick={() => setIsAsking(true)}>{texts.review.approve}</Button>
      <DecisionDialog
        asked={{ post, isApproved: true }}
        open={isAsking}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}
