import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Clock, Eye } from 'lucide-react'
import type { Event } from '../../../contract/entities.ts'
import { isOrganiser } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { usePosts } from '../../cache/page/use-posts.ts'
import { countOf } from '../../outbox/page/count-of.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { useUploads } from '../../outbox/page/use-uploads.ts'
import { isQueued } from '../../outbox/store/outbox-item.ts'
import { isUndecided } from '../../outbox/store/waiting-decisions.ts'
import { useSession } from '../../session/use-session.ts'
import { flaggedQuery } from '../../session/user-queries.ts'
import { cachedNewsQuery, newsQuery } from './news.ts'
import type { NewsOptions } from './news.ts'
import styles from './orma-notes.module.css'

interface OrmaNotesProps {
  orma: RecentOrma & Partial<Pick<Event, 'userId' | 'organisers'>>
  /** The newest post that this device showed of it; null: none. */
  seen: NewsOptions['seen'] | null
  /** The server is asked; for the others what this device has is enough. */
  asks: boolean
  asksReview: boolean
  /** Said elsewhere on the page. */
  hidesWaiting: boolean
}

/** On an Orma's card: what is new since it was last looked at here, what is to review, and what waits to be sent. */
export function OrmaNotes({ orma, seen, asks, asksReview, hidesWaiting }: OrmaNotesProps) {
  const { user, token } = useSession()
  const { event_hash, name, userId = 0, organisers } = orma
  const isOwn = user !== undefined && isOrganiser({ userId, organisers }, user.id)
  return (
    <div className={styles.root}>
      {seen && <NewsNote event_hash={event_hash} seen={seen} asks={asks} name={name} />}
      {isOwn && (
        <ReviewNote event_hash={event_hash} userId={user.id} token={token} asks={asksReview} />
      )}
      {!hidesWaiting && <WaitingNote event_hash={event_hash} />}
    </div>
  )
}

function NewsNote({ asks, name, ...of }: NewsOptions & { asks: boolean; name: string }) {
  const cached = useQuery(cachedNewsQuery(of))
  const told = useQuery({ ...newsQuery(of), enabled: asks })
  const { count, isMore, pictures } = told.data ?? cached.data ?? { count: 0, isMore: false }
  if (count === 0) return null
  return (
    <p className={styles.news}>
      <span className={styles.pictures} aria-hidden>
        {pictures?.map((src) => (
          <img key={src} src={src} alt="" />
        ))}
      </span>
      <span aria-hidden>{texts.news.since(count, isMore)}</span>
      <span className="visually-hidden">{texts.news.sinceLabel(count, isMore, name)}</span>
    </p>
  )
}

interface ReviewNoteProps {
  event_hash: string
  userId: number
  token: string
  asks: boolean
}

function ReviewNote({ event_hash, userId, token, asks }: ReviewNoteProps) {
  const { data } = useQuery({
    ...flaggedQuery(event_hash, { userId, token, isHeard: false }),
    enabled: asks,
    // Asked for once: the Orma's own page is up to date.
    refetchInterval: false,
  })
  const changes = useWaitingChanges()
  const flagged = usePosts(data)
  const count = flagged.filter(
    (post) => post.status === 'FAILEDBYNUDITY' && isUndecided(post, changes),
  ).length
  if (count === 0) return null
  return (
    <Link to="/$event_hash/review" params={{ event_hash }} className={styles.link}>
      <Eye size={18} aria-hidden />
      {texts.news.review(count)}
    </Link>
  )
}

function WaitingNote({ event_hash }: { event_hash: string }) {
  const { photos } = useUploads(event_hash)
  const waiting = photos.filter((photo) => isQueued(photo) && !photo.isUnwanted)
  if (waiting.length === 0) return null
  return (
    <Link to="/$event_hash/upload" params={{ event_hash }} className={styles.link}>
      <Clock size={18} aria-hidden />
      {texts.news.waiting(countOf(waiting))}
    </Link>
  )
}
