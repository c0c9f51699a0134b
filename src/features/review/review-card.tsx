import { useId } from 'react'
import { Link } from '@tanstack/react-router'
import { Check, Trash2, X } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { photoMark } from '../../photos/photo-mark.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { VeiledPhoto } from '../../photos/veiled-photo.tsx'
import { VideoLength } from '../../photos/video-length.tsx'
import { isFlagged } from './reason-text.ts'
import styles from './review-list.module.css'

interface ReviewCardProps {
  post: Post
  reason: string
  isSmall: boolean
  onDecide: (isApproved: boolean) => void
  /** The address of its photo has expired. */
  onStale: () => void
}

/** A photo to review: whose, which leads to it at its own size, since when and why, with buttons to approve it, where there is something to show, and to delete it. */
export function ReviewCard({ post, reason, isSmall, onDecide, onStale }: ReviewCardProps) {
  const reasonId = useId()
  const name = post.User.name ?? texts.common.anonymous
  return (
    <li className={styles.card} data-post={post.id}>
      {isFlagged(post) ? (
        <div className={styles.photo}>
          <VeiledPhoto post={post} shape="square" onStale={onStale} />
          <VideoLength post={post} />
        </div>
      ) : (
        // Its state is said below.
        <div aria-hidden>
          <Thumb alt="" thumbhash={post.thumbhash} state={photoMark(post)?.state} />
        </div>
      )}
      <div className={styles.message}>
        <p className={styles.name} dir="auto">
          {isFlagged(post) ? <ToPhoto post={post} name={name} /> : name}
        </p>
        <p className="quiet small" id={reasonId}>
          {!isSmall && <RelativeTime iso={post.createdAt} />} {reason}
        </p>
      </div>
      <div className={styles.actions}>
        {isFlagged(post) ? (
          <>
            <Button
              aria-label={texts.review.approvePhotoBy(name, post.kind)}
              aria-describedby={reasonId}
              icon={<Check size={20} aria-hidden />}
              onClick={() => onDecide(true)}
            >
              {!isSmall && texts.review.approve}
            </Button>
            <Button
              kind="danger"
              aria-label={texts.review.rejectPhotoBy(name, post.kind)}
              aria-describedby={reasonId}
              icon={<X size={20} aria-hidden />}
              onClick={() => onDecide(false)}
            >
              {!isSmall && texts.review.reject}
            </Button>
          </>
        ) : (
          <Button
            kind="danger"
            aria-label={texts.review.deletePhotoBy(name, post.kind)}
            aria-describedby={reasonId}
            icon={<Trash2 size={20} aria-hidden />}
            onClick={() => onDecide(false)}
          >
            {texts.common.delete}
          </Button>
        )}
      </div>
    </li>
  )
}

function ToPhoto({ post, name }: { post: Post; name: string }) {
  const { event_hash, id } = post
  return (
    <Link
      to="/$event_hash/post/$id"
      params={{ event_hash, id: String(id) }}
      state={{ list: { kind: 'review' } }}
      aria-label={postName(post)}
    >
      {name}
    </Link>
  )
}
