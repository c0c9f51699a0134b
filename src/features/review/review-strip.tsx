import { useLayoutEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { deviceStorage } from '../../session/device-storage.ts'
import { Status } from '../../ui/notices/status.tsx'
import { reviewCountText, reviewTitle } from './reason-text.ts'
import { ReviewList } from './review-list.tsx'
import { noteStripHeight, readStripHeight } from './strip-height.ts'
import { usePostsToReview } from './use-posts-to-review.ts'
import type { Reviewer } from './use-posts-to-review.ts'
import styles from './review-list.module.css'

/** So many are shown in front of the feed; the review page shows all. */
const SHOWN_MAX = 12

interface ReviewStripProps extends Reviewer {
  reviewAll: boolean | undefined
}

/** On an Orma's page, for its owner: how many photos are to review, and the first of them. Nothing where none are. */
export function ReviewStrip({ reviewAll, ...reviewer }: ReviewStripProps) {
  const { event_hash } = reviewer
  const { posts: known, error } = usePostsToReview(reviewer)
  const posts = known ?? []
  const isComing = !known && !error
  const strip = useStillBelow<HTMLDivElement>()
  useLayoutEffect(() => {
    if (!known) return
    noteStripHeight(deviceStorage, event_hash, strip.current?.getBoundingClientRect().height ?? 0)
  }, [known, event_hash, strip])
  const toAll = { to: '/$event_hash/review', params: { event_hash } } as const
  return (
    <div
      ref={strip}
      style={isComing ? { height: readStripHeight(deviceStorage, event_hash) } : undefined}
    >
      <Status className="visually-hidden">{posts.length > 0 && reviewCountText(posts)}</Status>
      {posts.length > 0 && (
        <section className={styles.strip} aria-label={reviewTitle(posts)}>
          <div className={styles.head}>
            <Clock aria-hidden />
            <h2 tabIndex={-1}>{reviewCountText(posts)}</h2>
            <Link {...toAll} className={buttonClass()}>
              {texts.review.open}
            </Link>
          </div>
          <ReviewList
            posts={posts.slice(0, SHOWN_MAX)}
            all={posts}
            label={reviewTitle(posts)}
            reviewAll={reviewAll}
            isRow
            end={
              posts.length > SHOWN_MAX && (
                <Link {...toAll} className={buttonClass('plain')}>
                  {texts.review.more(posts.length - SHOWN_MAX)}
                </Link>
              )
            }
          />
        </section>
      )}
    </div>
  )
}

/** Scrolls along when something above an element, out of sight, changes its height, so that the element does not move. */
function useStillBelow<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    const box = ref.current?.getBoundingClientRect()
    if (!box) return
    const by = box.height - (before.current ?? box.height)
    before.current = box.height
    if (by !== 0 && box.top < 0) window.scrollBy({ top: by, behavior: 'instant' })
  })
  return ref
}
