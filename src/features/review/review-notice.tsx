import { useRef, useState } from 'react'
import type { Post } from '../../../contract/entities.ts'
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
  reviewAll: boolean | undefined
}

/** Below a flagged photo: tells its author that it waits, and the Orma's owner why, with the button to approve it. */
export function ReviewNotice({ post, reviewAll }: ReviewNoteProps) {
  const { user } = useSession()
  const waiting = useWaitingChanges()
  if (post.status !== 'FAILEDBYNUDITY') return null
  if (user?.id !== post.Event.userId)
    return <p className={`quiet ${styles.note}`}>{photoMark(post, false)?.label}</p>
  if (isApproved(post, waiting))
    return <p className={`quiet ${styles.note}`}>{texts.review.queued(1)}</p>
  return <Approving post={post} reviewAll={reviewAll} />
}

function Approving({ post, reviewAll }: ReviewNoteProps) {
  const [isAsking, setIsAsking] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  // Once the photo is approved it goes, with its question.
  useFocusLost(note, focusContentIfLost)
  return (
    <div ref={note} className={`row ${styles.note}`}>
      <p className={`quiet ${styles.reason}`}>
        {photoMark(post, true)?.label}. {reasonText(post, reviewAll)}.
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
