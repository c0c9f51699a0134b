import { texts } from '../../contract/texts.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { recordChange } from '../live/changes.ts'
import { listEventsWith } from './users.ts'

/** Rejects with 409 while the user owns Ormas: those would be left without anyone to look after them. */
export async function requireNoOrmas(db: Queries, userId: number): Promise<void> {
  const owned = await db.get(sql`select id from events where user_id = ${userId} limit 1`)
  if (owned) throw new HttpError(409, texts.server.ownsOrmas, 'owns_ormas')
}

export async function listPostIdsOf(db: Queries, userId: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    sql`select id from posts where user_id = ${userId} order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Removes the account, its sessions, likes and comments; posts that are left stay under a user without name, phone and email. */
export async function deleteAccount(db: Database, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.lockRow('users', userId)
    await requireNoOrmas(tx, userId)
    const seenIn = await listEventsWith(tx, userId)
    await removeLikes(tx, userId)
    await removeComments(tx, userId)
    await tx.run(sql`delete from sessions where user_id = ${userId}`)
    await tx.run(sql`delete from recent_views where user_id = ${userId}`)
    await tx.run(sql`delete from keyed_calls where user_id = ${userId}`)
    await tx.run(sql`delete from uploads where user_id = ${userId}`)
    const removed = await tx.run(sql`
      delete from users
       where id = ${userId} and not exists (select 1 from posts where user_id = ${userId})`)
    if (removed === 0) await forgetPerson(tx, userId)
    for (const event_id of seenIn) await recordChange(tx, { event_id, kind: 'reset' })
  })
}

async function removeLikes(tx: Queries, userId: number): Promise<void> {
  await tx.run(sql`
    update posts set like_count = like_count - 1
     where id in (select post_id from likes where user_id = ${userId})`)
  await tx.run(sql`delete from likes where user_id = ${userId}`)
}

async function removeComments(tx: Queries, userId: number): Promise<void> {
  await tx.run(sql`
    update posts
       set comment_count = comment_count - (
         select count(*) from comments c where c.post_id = posts.id and c.user_id = ${userId}
       )
     where id in (select post_id from comments where user_id = ${userId})`)
  await tx.run(sql`delete from comments where user_id = ${userId}`)
}

/** What stands in for the phone is no number, so that the same phone makes a new account. */
async function forgetPerson(tx: Queries, userId: number): Promise<void> {
  await tx.run(sql`
    update users
       set phone = ${`deleted:${userId}`}, name = ${texts.common.deletedUser}, email = null
     where id = ${userId}`)
}
