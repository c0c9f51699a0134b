import type { ReviewReason } from '../../contract/entities.ts'
import { sql } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { recordChange } from '../live/changes.ts'
import { joinBurst } from '../posts/bursts.ts'
import { endProcessing, selectPosts } from '../posts/posts.ts'
import type { PostRow, Rendered } from '../posts/posts.ts'

/** Ends the processing of a photo that waits for the owner before it is shown. False where it no longer waits for that. */
export function flagPost(
  tx: Queries,
  post_id: number,
  reason: ReviewReason,
  made: Rendered,
): Promise<boolean> {
  const how = sql`status = 'FAILEDBYNUDITY', review_reason = ${reason}`
  return endProcessing(tx, post_id, made, { how, shown: 0 })
}

/** Whether its owner looks at this photo before it is shown: photos of others, where the owner wants to. */
export async function isForReview(db: Queries, post_id: number): Promise<boolean> {
  const row = await db.get(sql`
    select p.id from posts p join events e on e.id = p.event_id
     where p.id = ${post_id} and e.review_all = 1 and p.user_id <> e.user_id
       and not exists (select 1 from organisers o where o.event_id = e.id and o.user_id = p.user_id)`)
  return row !== undefined
}

/** A photo that waits for the owner joins the feed, at the place of this moment. False where it does not wait for that (any more). */
export async function approvePost(
  tx: Transaction,
  post_id: number,
  nowMs: number,
): Promise<boolean> {
  const post = await tx.get<{ event_id: number }>(sql`
    update posts set status = 'COMPLETED', published_at = ${nowMs}, review_reason = null
     where id = ${post_id} and status = 'FAILEDBYNUDITY'
    returning event_id`)
  if (!post) return false
  const { event_id } = post
  await tx.run(sql`update events set post_count = post_count + 1 where id = ${event_id}`)
  await joinBurst(tx, post_id)
  await recordChange(tx, { event_id, kind: 'post', post_id })
  return true
}

export async function listFlagged(
  db: Queries,
  event_id: number,
  user_id: number | undefined,
): Promise<PostRow[]> {
  return db.all<PostRow>(
    selectPosts(sql`
     where p.event_id = ${event_id} and p.status = 'FAILEDBYNUDITY'
       ${user_id === undefined ? sql`` : sql`and p.user_id = ${user_id}`}
     order by p.id desc`),
  )
}
