import type { Like } from '../../contract/entities.ts'
import { LIKES_SHOWN } from '../../contract/limits.ts'
import { sql, sqlList } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'

interface LikeRow {
  post_id: number
  user_id: number
}

/** The likes that travel with each of these posts, by post: the newest `most`, the viewer's own always among them. */
export async function likesOfPosts(
  db: Queries,
  event_hash: string,
  postIds: readonly number[],
  viewerId: number | undefined,
  most = LIKES_SHOWN,
): Promise<Map<number, Like[]>> {
  // Reads only the newest of each post in the index: ten thousand likes cost no more.
  const newest = await db.all<LikeRow>(sql`
    select l.post_id, l.user_id
      from posts p
      join likes l on l.post_id = p.id and l.created_at >= coalesce(
             (select n.created_at from likes n where n.post_id = p.id
               order by n.created_at desc, n.user_id limit 1 offset ${most - 1}), 0)
     where p.id in (${sqlList(postIds)})
     order by l.post_id, l.created_at desc, l.user_id`)
  const own = await ownLikes(db, postIds, viewerId)
  const byPost = Map.groupBy(newest, (row) => row.post_id)
  return new Map(
    postIds.map((post_id) => {
      const shown = (byPost.get(post_id) ?? []).slice(0, most)
      const mine = own.get(post_id)
      // An own like that is not among the newest is older than all of them: it takes the last place.
      if (mine && !shown.some((row) => row.user_id === mine.user_id)) {
        shown.splice(most - 1, 1, mine)
      }
      return [post_id, shown.map(({ user_id }) => ({ userId: user_id, post_id, event_hash }))]
    }),
  )
}

async function ownLikes(
  db: Queries,
  postIds: readonly number[],
  viewerId: number | undefined,
): Promise<Map<number, LikeRow>> {
  if (viewerId === undefined) return new Map()
  const rows = await db.all<LikeRow>(sql`
    select post_id, user_id from likes where user_id = ${viewerId} and post_id in (${sqlList(postIds)})`)
  return new Map(rows.map((row) => [row.post_id, row]))
}

export async function hasLike(db: Queries, { post_id, user_id }: LikeRow): Promise<boolean> {
  const row = await db.get(
    sql`select user_id from likes where post_id = ${post_id} and user_id = ${user_id}`,
  )
  return row !== undefined
}

export async function addLike(tx: Queries, like: LikeRow, nowMs: number): Promise<void> {
  const added = await tx.run(sql`
    insert into likes (post_id, user_id, created_at) values (${like.post_id}, ${like.user_id}, ${nowMs})
    on conflict (post_id, user_id) do nothing`)
  if (added > 0) await countLike(tx, like, 1)
}

export async function removeLike(tx: Queries, like: LikeRow): Promise<void> {
  const removed = await tx.run(
    sql`delete from likes where post_id = ${like.post_id} and user_id = ${like.user_id}`,
  )
  if (removed > 0) await countLike(tx, like, -1)
}

async function countLike(tx: Queries, { post_id, user_id }: LikeRow, more: 1 | -1): Promise<void> {
  const post = await tx.get<{ event_id: number }>(sql`
    update posts set like_count = like_count + ${more} where id = ${post_id} returning event_id`)
  if (!post) return
  await recordChange(tx, { event_id: post.event_id, kind: 'like', post_id, subject_id: user_id })
}
