import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { guestsOf, organisersOf } from '../events/guest-count.ts'
import { listPostsOf } from '../posts/feed.ts'
import { toPosts } from '../posts/post-wire.ts'
import type { PostStatus } from '../../contract/entities.ts'
import type { Participant, PhotoComment, Totals } from '../../contract/participants.ts'
import { PEOPLE_AT_ONCE, PAGE_SIZE } from '../../contract/limits.ts'
import { mediaAddresses } from '../posts/post-media.ts'
import { commentColumns, toComment } from '../comments/comments.ts'
import type { CommentRow } from '../comments/comments.ts'

/**
 * How an Orma's owner finds people and photos. Lists go on by id: from what has been deleted meanwhile too, and the same where two
 * came at the same moment.
 */
export function peopleRoutes({
  db,
  access,
  signedMedia,
}: Pick<Parts, 'db' | 'access' | 'signedMedia'>): Route[] {
  return [
    handle(api.listPeople, {
      load: access.requireOrganised,
      run: async ({ loaded: event, query }) => ({
        people: await listPeople(db, event.id, query.after),
      }),
    }),

    handle(api.getTotals, {
      load: access.requireOrganised,
      run: async ({ loaded: event }) => ({ totals: await readTotals(db, event.id) }),
    }),

    handle(api.listPersonPosts, {
      load: access.requireOrganised,
      run: async ({ loaded: event, params, query }) => {
        const rows = await listPostsOf(db, event.id, params.user_id, query.after)
        return { posts: await toPosts(db, event, rows, signedMedia) }
      },
    }),

    handle(api.listAllComments, {
      load: access.requireOrganised,
      run: async ({ loaded: event, query }) => ({
        comments: await listAllComments(db, event.id, query.after),
      }),
    }),
  ]
}

interface ParticipantRow {
  id: number
  name: string | null
  photo_count: number
  comment_count: number
  is_by_name: number
}

/**
 * Who has posts or comments in an event, with how many, and all guests by name, by their ids: the 100 after user `after`. Posts count
 * in every state.
 */
async function listPeople(db: Queries, event_id: number, after = 0): Promise<Participant[]> {
  const rows = await db.all<ParticipantRow>(sql`
    with counts (user_id, photos, comments) as (
      select user_id, count(*), 0 from posts where event_id = ${event_id} and user_id > ${after} group by user_id
       union all
      select user_id, 0, count(*) from comments where event_id = ${event_id} and user_id > ${after} group by user_id
       union all
      select user_id, 0, 0 from guests where event_id = ${event_id} and user_id > ${after} and removed_at is null
    )
    select u.id, u.name, (select count(*) from guests g where g.user_id = u.id) as is_by_name, cast(sum(n.photos) as bigint) as photo_count, cast(sum(n.comments) as bigint) as comment_count
      from counts n
      join users u on u.id = n.user_id
     group by u.id, u.name
     order by u.id
     limit ${PEOPLE_AT_ONCE}`)
  return rows.map(({ id, name, photo_count, comment_count, is_by_name }) => ({
    User: { id, name },
    photoCount: photo_count,
    commentCount: comment_count,
    isByName: is_by_name > 0,
  }))
}

interface PhotoCommentRow extends CommentRow {
  status: PostStatus
  media_name: string
  thumbhash: string | null
}

/** The comments of all posts of an event, newest first: the 24 that are older than comment `after`. */
async function listAllComments(
  db: Queries,
  event_id: number,
  after: number | undefined,
): Promise<PhotoComment[]> {
  const rows = await db.all<PhotoCommentRow>(sql`
    select ${commentColumns}, p.status, p.media_name, p.thumbhash
      from comments c
      join posts p on p.id = c.post_id
      join users u on u.id = c.user_id
     where c.event_id = ${event_id} ${after === undefined ? sql`` : sql`and c.id < ${after}`}
     order by c.id desc
     limit ${PAGE_SIZE}`)
  return rows.map((row) => ({
    ...toComment(row),
    Post: {
      id: row.post_id,
      // Of one that is not shown the blur has to do.
      compressed_url: row.status === 'COMPLETED' ? mediaAddresses(row.media_name).thumb : null,
      thumbhash: row.thumbhash,
    },
  }))
}

/** How many guests came to an event and took part in it, and what it shows by now. */
async function readTotals(db: Queries, event_id: number): Promise<Totals> {
  const row = await db.get<Totals>(sql`
    with took_part (user_id) as (
      select user_id from posts where event_id = ${event_id}
       union
      select user_id from comments where event_id = ${event_id}
       union
      select l.user_id from likes l join posts p on p.id = l.post_id where p.event_id = ${event_id}
    ), shown (kind, like_count) as (
      select kind, like_count from posts where event_id = ${event_id} and status = 'COMPLETED'
    )
    select ${guestsOf(event_id)} as guests,
           (select count(*) from took_part t
             where t.user_id not in (${organisersOf(event_id)})) as "tookPart",
           (select count(*) from shown where kind = 'photo') as photos,
           (select count(*) from shown where kind = 'video') as videos,
           (select cast(coalesce(sum(like_count), 0) as bigint) from shown) as likes`)
  if (!row) throw new Error('there are no totals')
  // Who took part has opened it, also where no page said so.
  return { ...row, guests: Math.max(row.guests, row.tookPart) }
}
