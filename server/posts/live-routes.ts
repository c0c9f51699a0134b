import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { api } from '../../contract/api.ts'
import { toEvent } from '../events/event-wire.ts'
import { findEvent } from '../events/events.ts'
import type { WireParts } from '../events/event-wire.ts'
import { ANYBODY } from '../events/viewer.ts'
import type { SeenEvent, Viewer } from '../events/viewer.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handleRaw } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { isRevealed } from '../live/audience.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { STREAM_HEADERS } from '../live/live-stream.ts'
import type { Listener } from '../live/live-stream.ts'
import { tokenHash } from '../users/sessions.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { readComment } from '../comments/comments.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { hasLike } from '../likes/likes.ts'
import type { ChangeRow } from '../live/changes.ts'
import type { Publication } from '../live/published-changes.ts'
import { toPosts } from './post-wire.ts'
import type { EventOfPost } from './post-wire.ts'
import { selectPosts } from './posts.ts'
import type { PostRow } from './posts.ts'
import type { SignedMedia } from './post-media.ts'

const SEQ = /^\d{1,15}$/
/** Of no event: who says something else than we told starts anew. */
const NO_SEQ = -1

export function liveRoutes({
  live,
  access,
}: {
  live: LiveHub<SeenEvent>
  access: EventAccess
}): Route[] {
  return [
    handleRaw(api.listenLive, {
      load: access.requireEvent,
      run: async ({ loaded: event, user, token, address, request, outgoing }) => {
        if (request.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
        if (!outgoing) throw new Error('a stream needs a connection to write to')
        const session = user && tokenHash(token)
        const lastSeq = readSeq(request.headers.get('last-event-id'))
        await live.join(event, { session, address, lastSeq, outgoing })
        return RESPONSE_ALREADY_SENT
      },
    }),
  ]
}

/** The id of the event that the caller received last, as it says. */
function readSeq(lastEventId: string | null): number | undefined {
  if (lastEventId === null) return undefined
  return SEQ.test(lastEventId) ? Number(lastEventId) : NO_SEQ
}

interface PublishParts extends WireParts {
  db: Queries
  signedMedia: SignedMedia
}

/**
 * The message of a change, with the present state. A post that is not shown is told to its author and the event's organisers alone, as
 * is every post while guests see their own alone.
 */
export async function publishChange(
  parts: PublishParts,
  event: SeenEvent,
  change: ChangeRow,
): Promise<Publication[]> {
  const { db, signedMedia } = parts
  const { kind, post_id, subject_id, author_id } = change
  if (kind === 'event' || kind === 'pause' || kind === 'role') {
    const row = await findEvent(db, event.event_hash)
    if (!row) return []
    const tell = (viewer: Viewer): LiveMessage => {
      return { type: 'EVENT_CHANGED', event: toEvent({ ...row, viewer }, parts) }
    }
    const toOrganisers = {
      message: tell(ANYBODY),
      isFor: ({ isOrganiser }: Listener) => isOrganiser,
    }
    // A pause leaves nobody else to listen, and once it is over another change says how the event is.
    if (kind === 'pause') return [toOrganisers]
    if (kind === 'role') {
      const message = { type: 'RESET' } as const
      return [toOrganisers, { message, isFor: ({ id }) => id !== undefined && id === subject_id }]
    }
    const guest = { ...ANYBODY, seesAll: isRevealed(row, parts.now()) }
    const isGuest = ({ isOrganiser }: Listener) => !isOrganiser
    return [toOrganisers, { message: tell(guest), isFor: isGuest }]
  }
  if (post_id === null) return []
  const post = await db.get<PostRow>(
    selectPosts(sql`where p.id = ${post_id} and p.event_id = ${event.id}`),
  )
  if (!post) {
    // A like or comment of a deleted post: its POST_REMOVED tells enough.
    if (kind !== 'post') return []
    const message = { type: 'POST_REMOVED', post_id } as const
    if (author_id !== null) return [{ message, isFor: isTheirs(author_id) }]
    const gone = await db.get<{ user_id: number }>(
      sql`select user_id from deleted_posts where post_id = ${post_id}`,
    )
    return [{ message, isFor: isSeenBy(gone?.user_id) }]
  }
  const message = await messageOf({ db, signedMedia }, event, post, change)
  if (!message) return []
  if (post.status !== 'COMPLETED') return [{ message, isFor: isTheirs(post.user_id) }]
  const isFor = isSeenBy(post.user_id)
  if (message.type !== 'POST_CHANGED' || message.post.burst === undefined)
    return [{ message, isFor }]
  const { burst: _of, ...alone } = message.post
  return [
    { message, isFor: ({ seesAll }) => seesAll },
    { message: { ...message, post: alone }, isFor: (viewer) => !viewer.seesAll && isFor(viewer) },
  ]
}

/** Of who sees the posts that are shown, or at least this author's. */
function isSeenBy(author_id: number | undefined) {
  return ({ id, seesAll }: Listener) => seesAll || (id !== undefined && id === author_id)
}

/** Of its author and the event's organisers. */
function isTheirs(author_id: number) {
  return ({ id, isOrganiser }: Listener) => isOrganiser || id === author_id
}

async function messageOf(
  { db, signedMedia }: Pick<PublishParts, 'db' | 'signedMedia'>,
  event: EventOfPost,
  row: PostRow,
  { kind, subject_id }: ChangeRow,
): Promise<LiveMessage | undefined> {
  const { id: post_id, like_count: likeCount, comment_count: commentCount } = row
  if (kind === 'post') {
    // One that is not shown is told of to its author and the organisers, who see the same of it.
    const viewer = { ...ANYBODY, isOrganiser: row.status !== 'COMPLETED' }
    const [post] = await toPosts(db, { ...event, viewer }, [row], signedMedia)
    return post && { type: 'POST_CHANGED', post }
  }
  if (subject_id === null) return undefined
  if (kind === 'like') {
    const liked = await hasLike(db, { post_id, user_id: subject_id })
    return { type: 'LIKE_CHANGED', post_id, userId: subject_id, liked, likeCount }
  }
  const comment = await readComment(db, { id: subject_id, post_id })
  return comment
    ? { type: 'COMMENT_CHANGED', post_id, comment, commentCount }
    : { type: 'COMMENT_REMOVED', post_id, comment_id: subject_id, commentCount }
}
