import { sql, sqlList } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { addView } from '../events/recent-views.ts'
import { recordChange } from '../live/changes.ts'
import { notifySessionsEnded } from '../live/live-stream.ts'
import { tokenHash } from './sessions.ts'

/**
 * Makes all that guests by name have, whose tokens these are, a user's: posts and uploads with their keys, so that what is still on
 * its way arrives once; likes, each once; comments and archives. The guests are gone then. Tokens of others count for nothing.
 */
export async function adoptGuests(
  tx: Transaction,
  tokens: readonly string[],
  userId: number,
  now: number,
): Promise<void> {
  const hashes = tokens.map(tokenHash)
  const guests = await tx.all<{ user_id: number }>(sql`
    select distinct g.user_id from guests g join sessions s on s.user_id = g.user_id
     where s.token_hash in (${sqlList(hashes)}) and s.expires_at > ${now} and g.removed_at is null
     order by g.user_id`)
  for (const { user_id } of guests) await adoptGuest(tx, user_id, userId, now)
}

async function adoptGuest(
  tx: Transaction,
  guestId: number,
  userId: number,
  now: number,
): Promise<void> {
  // From here on nothing of theirs comes in; what waits for this row is refused, and sent again by the user.
  await tx.lockRow('users', guestId)
  const guest = await tx.get<{ event_id: number }>(
    sql`select event_id from guests where user_id = ${guestId} and removed_at is null`,
  )
  // On another device meanwhile.
  if (!guest) return
  await moveKeyed(tx, guestId, userId)
  await moveLikes(tx, guestId, userId)
  await tx.run(sql`update comments set user_id = ${userId} where user_id = ${guestId}`)
  await tx.run(sql`update archives set user_id = ${userId} where user_id = ${guestId}`)
  await tx.run(sql`update live_changes set author_id = ${userId} where author_id = ${guestId}`)
  await notifySessionsEnded(tx, guestId)
  // With their sessions.
  await tx.run(sql`delete from users where id = ${guestId}`)
  await addView(tx, { user_id: userId, event_id: guest.event_id }, now)
  await recordChange(tx, { event_id: guest.event_id, kind: 'reset' })
}

/** What came under a key. Where the user sent something under the same one, theirs keeps it. */
async function moveKeyed(tx: Queries, guestId: number, userId: number): Promise<void> {
  const ofUser = sql`o.user_id = ${userId}`
  await tx.run(sql`
    update posts set user_id = ${userId}, idempotency_key = case
             when exists (select 1 from posts o where ${ofUser} and o.event_id = posts.event_id
                             and o.idempotency_key = posts.idempotency_key) then null
             else idempotency_key end
     where user_id = ${guestId}`)
  await tx.run(sql`
    update deleted_posts set user_id = ${userId}, idempotency_key = case
             when exists (select 1 from deleted_posts o where ${ofUser} and o.event_id = deleted_posts.event_id
                             and o.idempotency_key = deleted_posts.idempotency_key) then null
             else idempotency_key end
     where user_id = ${guestId}`)
  await tx.run(sql`
    update uploads set user_id = ${userId}
     where user_id = ${guestId} and not exists (select 1 from uploads o where ${ofUser} and o.event_id = uploads.event_id
                                                   and o.idempotency_key = uploads.idempotency_key)`)
  await tx.run(sql`
    update keyed_calls set user_id = ${userId}
     where user_id = ${guestId} and not exists (select 1 from keyed_calls o where ${ofUser} and o.event_id = keyed_calls.event_id
                                                   and o.idempotency_key = keyed_calls.idempotency_key)`)
}

/** A post that both liked is liked once. */
async function moveLikes(tx: Queries, guestId: number, userId: number): Promise<void> {
  const isOfBoth = sql`post_id in (select post_id from likes where user_id = ${userId})`
  await tx.run(sql`
    update posts set like_count = like_count - 1
     where id in (select post_id from likes where user_id = ${guestId} and ${isOfBoth})`)
  await tx.run(sql`delete from likes where user_id = ${guestId} and ${isOfBoth}`)
  await tx.run(sql`update likes set user_id = ${userId} where user_id = ${guestId}`)
}
