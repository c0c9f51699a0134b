import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { useFocusOnNext } from '../../ui/focus/use-focus-on-next.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Asked } from './decision-dialog.tsx'
import { reasonText } from './reason-text.ts'
import { ReviewCard } from './review-card.tsx'
import styles from './review-list.module.css'

interface ReviewListProps {
  posts: readonly Post[]
  /** All that wait: the question about one stays open while it is among them. */
  all: readonly Post[]
  label: string
  reviewAll: boolean | undefined
  /** A row that scrolls sideways, with less text on each card. */
  isRow?: boolean
  /** Shown after them, as an item of its own. */
  end?: ReactNode
}

/** Photos that are to review, each with the buttons to decide. After a decision the next one has the focus. */
export function ReviewList({ posts, all, label, reviewAll, ...look }: ReviewListProps) {
  const { isRow = false, end } = look
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked>()
  const [isAsking, setIsAsking] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // Somebody else, or another tab, may have approved it meanwhile: the open question would delete a photo that is shown. One that was
  // processed meanwhile is another case, with another question.
  const isOpen =
    isAsking && all.some(({ id, status }) => id === asked?.post.id && status === asked.post.status)
  useFocusOnNext(list, posts, isOpen)
  const ask = (post: Post, isApproved: boolean) => {
    setAsked({ post, isApproved })
    setIsAsking(true)
  }
  return (
    <>
      <ul
        ref={list}
        className={isRow ? `${styles.list} ${styles.row}` : styles.list}
        aria-label={label}
      >
        {posts.map((post) => (
          <ReviewCard
            key={post.id}
            post={post}
            reason={reasonText(post, reviewAll)}
            isSmall={isRow}
            onDecide={(isApproved) => ask(post, isApproved)}
            onStale={() =>
              // A whole row's addresses expire at once, and any answer has new ones.
              void queryClient.invalidateQueries(
                { queryKey: queryKeys.allFlagged(post.event_hash) },
                { cancelRefetch: false },
              )
            }
          />
        ))}
        {end && <li className={styles.end}>{end}</li>}
      </ul>
      <DecisionDialog asked={asked} open={isOpen} onClose={() => setIsAsking(false)} />
    </>
  )
}
