import type { RemovalReceipt } from '../../contract/participants.ts'
import { texts } from '../../contract/texts.ts'
import type { Parts } from '../events/parts.ts'
import { recordAct } from '../events/audit.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { recountGuests } from '../events/guest-count.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'
import { recordChange } from '../live/changes.ts'
import { notifySessionsEnded } from '../live/live-stream.ts'
import { partKey } from '../uploads/append-bytes.ts'
import { forgetUploads } from '../uploads/upload-rows.ts'
import { forgetPerson, removeComments, removeLikes } from '../users/delete-account.ts'

interface RemoveParts extends Pick<Parts, 'db' | 'blobs' | 'log' | 'now'> {
  deletePost: (postId: number) => Promise<number>
}

interface Removal {
  event: SeenEvent
  personId: number
  organiserId: number
}

/**
 * Takes somebody with all of theirs out of an event: posts with their files, comments, likes and uploads. A guest by name is barred:
 * their sessions end, and what is still on its way is refused. Rejects with 403 for an organiser. Of nobody it removes nothing.
 */
export async function removePerson(
  { deletePost, ...parts }: RemoveParts,
  removal: Removal,
): Promise<RemovalReceipt> {
  const { db } = parts
  const { event, personId } = removal
  await requireNoOrganiser(db, removal)
  let posts = 0
  let files = 0
  for (;;) {
    const listed = await listPosts(db, event.id, personId)
    for (const { id } of listed) files += await deletePost(id)
    posts += listed.length
    const remove = (tx: Transaction) => removeRest(tx, removal, parts.now())
    const gone = await db.transaction(remove, { isErasure: true })
    // Otherwise a photo has come in meanwhile.
    if (!gone) continue
    files += await removeBlobs(parts, gone.pieces.map(partKey))
    return { removed: { posts, ...gone.removed, files }, isBarred: gone.isBarred }
  }
}

async function requireNoOrganiser(db: Database, { event, personId }: Removal): Promise<void> {
  const organiser = await db.get(
    sql`select user_id from organisers where event_id = ${event.id} and user_id = ${personId}`,
  )
  if (!organiser && personId !== event.user_id) return
  throw new HttpError('forbidden', { message: texts.guests.organiserStays })
}

function listPosts(db: Database, event_id: number, user_id: number): Promise<{ id: number }[]> {
  return db.all<{ id: number }>(
    sql`select id from posts where event_id = ${event_id} and user_id = ${user_id} order by id`,
  )
}

/** Undefined, with nothing removed, while there are posts. */
async function removeRest(
  tx: Transaction,
  { event: { id: event_id }, personId: user_id, organiserId }: Removal,
  now: number,
) {
  // From here on no photo of theirs comes in.
  await tx.lockRow('users', user_id)
  const ofPerson = sql`event_id = ${event_id} and user_id = ${user_id}`
  if ((await countRows(tx, sql`from posts where ${ofPerson}`)) > 0) return undefined
  const likes = await removeLikes(tx, user_id, event_id)
  const comments = await removeComments(tx, user_id, event_id)
  const uploads = await countRows(tx, sql`from uploads where ${ofPerson} and state = 'open'`)
  const pieces = await forgetUploads(tx, ofPerson)
  const barred = await tx.run(
    sql`update guests set removed_at = ${now} where ${ofPerson} and removed_at is null`,
  )
  if (barred > 0) {
    await tx.run(sql`delete from sessions where user_id = ${user_id}`)
    await notifySessionsEnded(tx, user_id)
    await forgetPerson(tx, user_id)
    await recountGuests(tx, event_id)
  }
  await recordChange(tx, { event_id, kind: 'reset' })
  await recordAct(tx, { event_id, user_id: organiserId, action: 'remove_person' }, now)
  return { removed: { comments, likes, uploads }, pieces, isBarred: barred > 0 }
}
