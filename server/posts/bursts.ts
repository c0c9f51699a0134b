import { sql, sqlList } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'
import { outdateFeed, recordChange } from '../live/changes.ts'
import { hashDistance } from '../media/photo-traits.ts'
import type { PhotoTraits } from '../media/photo-traits.ts'

/**
 * Photos whose hashes differ in at most so many bits look almost alike. Measured on painted photos: of variants (smaller,
 * brighter, coarser, shifted by a fiftieth) nine in ten stay within it; different photos differ in about 32 bits, in 14 or more
 * where the motif is the same.
 */
export const ALIKE_BITS = 10
const BURST_GAP_MS = 2 * 60_000

interface Neighbour {
  id: number
  burst_id: number
  perceptual_hash: string
}

/**
 * Puts a shown post with known traits into the burst of the posts of its event that look almost like it and were taken within
 * two minutes of it. Bursts that it connects become one. A post alone is a burst of one. The order in which posts come makes no
 * difference: a burst's id is the least post id that was ever in it. A post that has a burst, is not shown, or is a video stays as it is.
 * Returns whether the burst has other posts.
 */
export async function joinBurst(tx: Transaction, post_id: number): Promise<boolean> {
  const found = await tx.get<{ event_id: number }>(
    sql`select event_id from posts where id = ${post_id}`,
  )
  if (!found) return false
  const { event_id } = found
  // Locks the event's row, so that of two photos shown at the same time the second sees the first.
  await outdateFeed(tx, event_id)
  const post = await findLonely(tx, post_id)
  if (!post) return false
  const bursts = await burstsBeside(tx, event_id, post)
  const burst_id = Math.min(post_id, ...bursts)
  await tx.run(sql`update posts set burst_id = ${burst_id} where id = ${post_id}`)
  await renameBursts(tx, { event_id, from: bursts.filter((id) => id !== burst_id), to: burst_id })
  return bursts.length > 0
}

interface Lonely {
  perceptual_hash: string
  /** Null: its time is unknown, so it stays alone. */
  taken_at: number | null
}

/** A shown post that has been looked at and is in no burst yet. */
async function findLonely(tx: Queries, post_id: number): Promise<Lonely | undefined> {
  return tx.get<Lonely>(sql`
    select perceptual_hash, taken_at from posts
     where id = ${post_id} and kind = 'photo' and status = 'COMPLETED' and perceptual_hash is not null and burst_id is null`)
}

export async function sharedBursts(
  db: Queries,
  burstIds: readonly (number | null)[],
): Promise<Set<number>> {
  const ids = [...new Set(burstIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const rows = await db.all<{ burst_id: number }>(sql`
    select burst_id from posts
     where burst_id in (${sqlList(ids)}) and status = 'COMPLETED'
     group by burst_id having count(*) > 1`)
  return new Set(rows.map(({ burst_id }) => burst_id))
}

async function burstsBeside(
  tx: Queries,
  event_id: number,
  { perceptual_hash, taken_at }: Lonely,
): Promise<number[]> {
  if (taken_at === null) return []
  const near = await tx.all<Neighbour>(sql`
    select id, burst_id, perceptual_hash from posts
     where event_id = ${event_id} and burst_id is not null and status = 'COMPLETED'
       and taken_at between ${taken_at - BURST_GAP_MS} and ${taken_at + BURST_GAP_MS}`)
  const alike = near.filter(
    (other) => hashDistance(other.perceptual_hash, perceptual_hash) <= ALIKE_BITS,
  )
  return [...new Set(alike.map(({ burst_id }) => burst_id))]
}

/** A photo between two bursts makes them one. Who has seen their posts is told of them anew. */
async function renameBursts(
  tx: Queries,
  { event_id, from, to }: { event_id: number; from: readonly number[]; to: number },
): Promise<void> {
  if (from.length === 0) return
  const renamed = await tx.all<{ id: number; status: string }>(sql`
    update posts set burst_id = ${to} where event_id = ${event_id} and burst_id in (${sqlList(from)})
    returning id, status`)
  for (const { id: post_id } of renamed.filter(({ status }) => status === 'COMPLETED')) {
    await recordChange(tx, { event_id, kind: 'post', post_id })
  }
}

/** Writes down what a photo looks like, and when it was taken as a number. What is known already stays. */
export async function storeTraits(
  tx: Queries,
  post_id: number,
  { perceptual_hash, sharpness }: PhotoTraits,
): Promise<void> {
  const post = await tx.get<{ original_date: string }>(
    sql`select original_date from posts where id = ${post_id}`,
  )
  if (!post) return
  const takenAt = Date.parse(post.original_date)
  await tx.run(sql`
    update posts set perceptual_hash = ${perceptual_hash}, sharpness = ${sharpness}, taken_at = ${Number.isNaN(takenAt) ? null : takenAt}
     where id = ${post_id} and perceptual_hash is null`)
}
