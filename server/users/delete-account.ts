import type { AccountReceipt } from '../../contract/account-receipt.ts'
import { texts } from '../../contract/texts.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { countRows, sql, sqlList } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import type { Parts } from '../events/parts.ts'
import { HttpError } from '../http/http-error.ts'
import { recordChange } from '../live/changes.ts'
import { notifySessionsEnded } from '../live/live-stream.ts'
import { leaveAll } from '../organisers/organisers.ts'
import { partKey } from '../uploads/append-bytes.ts'
import { forgetUploads } from '../uploads/upload-rows.ts'
import { forgetNumber } from './codes.ts'
import { deletedPhone, listEventsWith } from './users.ts'

/** Rejects with 409 while the user owns Ormas: those would be left without anyone to look after them. */
async function requireNoOrmas(db: Queries, userId: number): Promise<void> {
  const owned = await db.get(sql`select id from events where user_id = ${userId} limit 1`)
  if (owned) throw new HttpError('owns_ormas')
}

async function listPostIdsOf(db: Queries, userId: number): Promise<number[]> {
  const rows = await db.all<{ id: number }>(
    sql`select id from posts where user_id = ${userId} order by id`,
  )
  return rows.map(({ id }) => id)
}

/** What went with an account: how much of each, and the blobs of uploads, which are to go after the commit. */
interface DeletedAccount {
  deleted: Omit<AccountReceipt['deleted'], 'posts' | 'files'>
  kept: AccountReceipt['kept']
  pieces: string[]
}

/**
 * Deletes an account, with its posts and their files unless these may stay, however many come in meanwhile. Rejects with 409 while
 * the user owns Ormas.
 */
export async function deleteAccountAndFiles(
  {
    deletePost,
    ...parts
  }: Pick<Parts, 'db' | 'blobs' | 'log'> & {
    /** Deletes a post with its files; resolves to how many files there were. */
    deletePost: (postId: number) => Promise<number>
  },
  userId: number,
  { mayLeavePosts }: { mayLeavePosts: boolean },
): Promise<AccountReceipt> {
  const { db } = parts
  await requireNoOrmas(db, userId)
  let posts = 0
  let files = 0
  for (;;) {
    const listed = mayLeavePosts ? [] : await listPostIdsOf(db, userId)
    for (const postId of listed) files += await deletePost(postId)
    posts += listed.length
    const gone = await deleteAccount(db, userId, { mayLeavePosts })
    // Otherwise a photo has come in meanwhile.
    if (!gone) continue
    files += await removeBlobs(parts, gone.pieces.map(partKey))
    return { deleted: { posts, ...gone.deleted, files }, kept: gone.kept }
  }
}

/**
 * Removes the account and every trace of the person; posts that are left stay under a user without name, phone and email. Undefined,
 * with nothing removed, where there are any and none is to stay. Rejects with 409 while the user owns Ormas.
 */
export async function deleteAccount(
  db: Database,
  userId: number,
  { mayLeavePosts = true }: { mayLeavePosts?: boolean } = {},
): Promise<DeletedAccount | undefined> {
  const remove = async (tx: Transaction) => {
    await tx.lockRow('users', userId)
    await requireNoOrmas(tx, userId)
    const posts = await listPostIdsOf(tx, userId)
    if (posts.length > 0 && !mayLeavePosts) return undefined
    const seenIn = await listEventsWith(tx, userId)
    await leaveAll(tx, userId)
    const likes = await removeLikes(tx, userId)
    const comments = await removeComments(tx, userId)
    const sessions = await tx.run(sql`delete from sessions where user_id = ${userId}`)
    await notifySessionsEnded(tx, userId)
    const visits = await tx.run(sql`delete from recent_views where user_id = ${userId}`)
    await tx.run(sql`delete from keyed_calls where user_id = ${userId}`)
    await tx.run(sql`delete from event_keys where user_id = ${userId}`)
    await tx.run(sql`delete from archives where user_id = ${userId}`)
    await tx.run(sql`delete from creators where user_id = ${userId}`)
    const unfinished = await countRows(
      tx,
      sql`from uploads where user_id = ${userId} and state = 'open'`,
    )
    const pieces = await forgetUploads(tx, sql`user_id = ${userId}`)
    await forgetTraces(tx, userId)
    if (posts.length > 0) await forgetPerson(tx, userId)
    else await tx.run(sql`delete from users where id = ${userId}`)
    for (const event_id of seenIn) await recordChange(tx, { event_id, kind: 'reset' })
    return {
      deleted: { comments, likes, sessions, visits, uploads: unfinished },
      kept: { posts: posts.length },
      pieces,
    }
  }
  return db.transaction(remove, { isErasure: true })
}

/** Removes a user's likes, of one event or of all; gives how many. */
export async function removeLikes(tx: Queries, userId: number, event_id?: number): Promise<number> {
  const isMeant =
    event_id === undefined
      ? sql`user_id = ${userId}`
      : sql`user_id = ${userId} and post_id in (select id from posts where event_id = ${event_id})`
  await tx.run(sql`
    update posts set like_count = like_count - 1
     where id in (select post_id from likes where ${isMeant})`)
  return tx.run(sql`delete from likes where ${isMeant}`)
}

/** As `removeLikes`. */
export async function removeComments(
  tx: Transaction,
  userId: number,
  event_id?: number,
): Promise<number> {
  const isMeant =
    event_id === undefined
      ? sql`user_id = ${userId}`
      : sql`user_id = ${userId} and event_id = ${event_id}`
  const posts = await tx.all<{ post_id: number }>(
    sql`select distinct post_id from comments where ${isMeant} order by post_id`,
  )
  // A comment that is being deleted by the owner meanwhile would be taken off twice: the update would wait, and count what was there.
  for (const { post_id } of posts) await tx.lockRow('posts', post_id)
  await tx.run(sql`
    update posts
       set comment_count = comment_count - (
         select count(*) from comments c where c.post_id = posts.id and c.user_id = ${userId}
       )
     where id in (select post_id from comments where ${isMeant})`)
  return tx.run(sql`delete from comments where ${isMeant}`)
}

/** What tells of a person in rows that are not theirs: codes sent to their phone, counts of limits, places of deleted posts, news. */
async function forgetTraces(tx: Transaction, userId: number): Promise<void> {
  const user = await tx.get<{ phone: string }>(sql`select phone from users where id = ${userId}`)
  if (user) {
    await tx.run(sql`update codes set address = '' where phone = ${user.phone}`)
    await forgetNumber(tx, user.phone)
  }
  const scopes = ['like', 'comment', 'event', 'rename', 'archive', 'phone'].map(
    (what) => `${what}:${userId}`,
  )
  await tx.run(sql`delete from limit_hits where scope in (${sqlList(scopes)})`)
  // The places stay, by which the feed goes on; a key without its user is of no use to anybody.
  await tx.run(
    sql`update deleted_posts set user_id = 0, idempotency_key = null where user_id = ${userId}`,
  )
  await tx.run(
    sql`update live_changes set subject_id = null where kind in ('like', 'role') and subject_id = ${userId}`,
  )
  await tx.run(sql`update live_changes set author_id = 0 where author_id = ${userId}`)
}

/** Leaves of an account what its rows need, and no sign-in. */
export async function forgetPerson(tx: Queries, userId: number): Promise<void> {
  await tx.run(sql`
    update users
       set phone = ${deletedPhone(userId)}, name = ${texts.common.deletedUser}, email = null
     where id = ${userId}`)
}
