import { useEffect, useMemo } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import type { Event, Post } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { useTiles } from '../../cache/page/use-posts.ts'
import type { IdPages } from '../../posts/post-list.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { usePublishedChanges, useSafeCount } from '../../outbox/page/published-uploads.ts'
import { isStaying } from '../../outbox/store/waiting-decisions.ts'
import { pendingQuery } from '../../session/pending-query.ts'
import { useSeesAll } from '../../session/use-sees-all.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Coming } from '../../ui/notices/coming.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { MoreFailed } from '../../ui/notices/more-failed.tsx'
import { OfflineBar } from '../../ui/notices/offline-bar.tsx'
import { Skeleton } from '../../ui/notices/skeleton.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { useNextPage } from '../../ui/layout/use-next-page.ts'
import { FeedGrid } from './feed-grid.tsx'
import { feedQuery } from './feed-queries.ts'
import { useCollapsedBursts, useNames } from './use-feed-switches.ts'
import { useLastVisit, useScrollMemory } from './use-feed-memory.ts'
import { useFreshPosts } from './use-fresh-posts.ts'
import { useGridView } from './use-grid-view.ts'
import { useOpenedTile } from './use-opened-tile.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import styles from './feed-grid.module.css'

const SKELETON_TILES = 12

/** The photos of an Orma that the viewer sees, newest first, coming in as they are taken. */
export function LiveFeed({ event }: { event: Event }) {
  const { event_hash } = event
  const feed = useInfiniteQuery(feedQuery(event_hash))
  const noContact = useNoContact()
  if (feed.data) return <LoadedFeed event={event} feed={feed} data={feed.data} />
  if (feed.isError) {
    const retry = <Button onClick={() => void feed.refetch()}>{texts.common.retry}</Button>
    return (
      <Message error drawing="torn" action={retry}>
        {texts.feed.failed}
      </Message>
    )
  }
  return (
    <Coming words={noContact && texts.offline[noContact]}>
      <div className={styles.root}>
        <div className={styles.skeleton} role="status" aria-label={texts.common.loading}>
          {Array.from({ length: SKELETON_TILES }, (_, at) => (
            <Skeleton key={at} />
          ))}
        </div>
      </div>
    </Coming>
  )
}

type Feed = UseInfiniteQueryResult<unknown>

interface LoadedFeedProps {
  event: Event
  feed: Feed
  data: IdPages
}

function LoadedFeed({ event, feed, data }: LoadedFeedProps) {
  const { event_hash } = event
  const noContact = useNoContact()
  const pending = usePendingPosts(event)
  const changes = usePublishedChanges()
  const finished = useTiles(data)
  const { user } = useSession()
  const seesAll = useSeesAll(event)
  const all = useMemo(() => {
    const ids = new Set(finished.map(({ id }) => id))
    const unshown = pending.filter(({ id }) => !ids.has(id))
    // An answer from before a deletion was told has the post still.
    // What was cached before it was hidden may still be here.
    const isSeen = (post: Post) => seesAll || post.User.id === user?.id
    return [...unshown, ...finished].filter((post) => isStaying(post, changes) && isSeen(post))
  }, [finished, pending, changes, seesAll, user])
  const bursts = useCollapsedBursts(all)
  const { posts, standIns } = bursts
  const canCollapse = bursts.isOffered || bursts.isOn
  const names = useNames(event)
  const hasNames = names.isOffered && posts.length > 0
  const view = useGridView(posts, useLastVisit(event_hash, posts))
  const { waiting, newIds, asOf, isBehind } = useFreshPosts(event_hash, view.isAtTop)
  useScrollAnchor(posts, view)
  // After `useScrollAnchor`: a viewer who is taken to a place must not be held at another one.
  const { wantsMore } = useScrollMemory(event_hash, posts, view, standIns)
  useOpenedTile({ posts, view, standIns, isMoving: wantsMore })
  useNextPage(feed, view.isNearEnd || wantsMore)

  return (
    <div className={styles.root}>
      {(canCollapse || hasNames) && (
        <div className={styles.tools}>
          {hasNames && (
            <FeedSwitch text={texts.feed.names} isOn={names.isOn} onChange={names.setOn} />
          )}
          {canCollapse && (
            <FeedSwitch text={texts.feed.collapse} isOn={bursts.isOn} onChange={bursts.setOn} />
          )}
        </div>
      )}
      <OfflineBar reason={noContact ?? (isBehind ? 'failed' : undefined)} asOf={asOf} />
      <NewPosts count={waiting} onShow={() => showTop(view.ref.current)} />
      <FeedGrid
        posts={posts}
        view={view}
        hasMore={feed.hasNextPage}
        newIds={newIds}
        hasNames={hasNames && names.isOn}
        bursts={bursts}
      />
      {posts.length === 0 ? (
        seesAll && <Message drawing="frames">{texts.feed.empty}</Message>
      ) : (
        <FeedEnd key={all.length} feed={feed} />
      )}
    </div>
  )
}

/**
 * The user's own unfinished posts, asked for again when the server has got another photo from this device. Those of others, and an
 * organiser's own flagged ones, are among the photos to review.
 */
function usePendingPosts(event: Event) {
  const { event_hash } = event
  const { user, token } = useSession()
  const reviews = isOrganiser(event, user?.id)
  const safe = useSafeCount(event_hash)
  const { data, refetch } = useQuery(
    pendingQuery(useQueryClient(), event_hash, user && { id: user.id, token }),
  )
  useEffect(() => {
    if (safe > 0 && token) void refetch()
  }, [safe, token, refetch])
  const posts = useTiles(data)
  return useMemo(
    () =>
      posts.filter(
        ({ status, User }) =>
          User.id === user?.id &&
          status !== 'COMPLETED' &&
          (status !== 'FAILEDBYNUDITY' || !reviews),
      ),
    [posts, user, reviews],
  )
}

/** Says how many posts came in further up; a press scrolls there, where they join the feed. */
function NewPosts({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className={styles.news} role="status">
      {count > 0 && (
        <button type="button" onClick={onShow}>
          <ArrowUp size={18} aria-hidden />
          {texts.event.newPosts(count)}
        </button>
      )}
    </div>
  )
}

/** Mounted anew with each page, so that it is not seen to jump down. */
function FeedEnd({ feed }: { feed: Feed }) {
  const noContact = useNoContact()
  if (!feed.hasNextPage) return null
  return (
    <div className={styles.more}>
      {feed.isFetchNextPageError ? (
        <MoreFailed list={feed} text={noContact ? texts.offline.moreLater : texts.feed.failed} />
      ) : (
        <Spinner label={texts.feed.loadingMore} />
      )}
    </div>
  )
}

function showTop(grid: HTMLElement | null) {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  grid?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  // The button goes: Tab leads on to the first photo.
  grid?.focus({ preventScroll: true })
}

interface FeedSwitchProps {
  text: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function FeedSwitch({ text, isOn, onChange }: FeedSwitchProps) {
  return (
    <label>
      {text}
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
