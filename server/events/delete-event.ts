import type { Parts } from './parts.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/sql.ts'
import { notifyEventGone } from '../live/changes.ts'
import { blobKeysOf, filmKey } from '../posts/post-media.ts'
import type { PostRow } from '../posts/posts.ts'
import { partKey } from '../uploads/append-bytes.ts'
import { forgetUploads } from '../uploads/upload-rows.ts'
import { eventImageKeys } from './event-media.ts'
import { toDeletion } from './event-wire.ts'
import { eventColumns } from './events.ts'
import type { EventRow } from './events.ts'
import { deletionTime } from '../../contract/rules.ts'
import type { Config } from '../config.ts'
import { announceRetention, retentionEnd } from './retention.ts'
import { pruneActs } from './audit.ts'

type DeleteParts = Pick<Parts, 'db' | 'blobs' | 'log'>

interface DeleteOptions {
  isWanted?: (event: EventRow) => boolean
  /** Writes down that it is deleted, in the same transaction. */
  record?: (tx: Transaction, event: EventRow) => Promise<void>
}

/**
 * Deletes an event with all that is in it, and once that is for good its files. Its hash is never given again. False where it is gone
 * already, or `isWanted` says of it as it is now that it stays.
 */
export async function deleteEvent(
  { db, blobs, log }: DeleteParts,
  id: number,
  { isWanted = () => true, record = async () => undefined }: DeleteOptions = {},
): Promise<boolean> {
  const remove = async (tx: Transaction) => {
    // From here on no photo comes in that nobody would take away.
    await tx.lockRow('events', id)
    const event = await tx.get<EventRow>(
      sql`select ${eventColumns} from events e where e.id = ${id}`,
    )
    if (!event || !isWanted(event)) return undefined
    const posts = await tx.all<Pick<PostRow, 'kind' | 'media_name'>>(
      sql`select kind, media_name from posts where event_id = ${id}`,
    )
    const films = await tx.all<{ media_name: string }>(
      sql`select media_name from films where event_id = ${id}`,
    )
    const pieces = await forgetUploads(tx, sql`event_id = ${id}`)
    // A guest by name is nobody without it. Their posts first, which refer to them.
    await tx.run(sql`delete from posts where event_id = ${id}`)
    await tx.run(sql`
      delete from users where id in (select user_id from guests where event_id = ${id})`)
    await tx.run(sql`delete from events where id = ${id}`)
    await record(tx, event)
    await notifyEventGone(tx, id)
    const images = [event.profile_image, event.banner].filter((name) => name !== null)
    const keys = [
      ...posts.flatMap(blobKeysOf),
      ...films.map(({ media_name }) => filmKey(media_name)),
      ...images.flatMap(eventImageKeys),
      ...pieces.map(partKey),
    ]
    return {
      keys,
      posts: posts.length,
      owner: event.user_id,
      wasSet: event.delete_at !== null || event.kept_until !== null,
    }
  }
  const gone = await db.transaction(remove, { isLong: true, isErasure: true })
  if (!gone) return false
  const { keys, ...told } = gone
  // All that stays of it.
  log.info('an Orma was deleted', { event: id, ...told })
  await removeBlobs({ blobs, log }, keys)
  return true
}

/** What housekeeping does for events. */
export function eventTasks(
  parts: DeleteParts & { now: () => number; config: Pick<Config, 'retentionDays'> },
): Record<string, () => Promise<unknown>> {
  const kept = { ...parts, retentionDays: parts.config.retentionDays }
  return {
    'Ormas that are kept no longer': () => announceRetention(kept, parts.now()),
    'Ormas whose day of deletion has come': () => deleteDueEvents(kept, parts.now()),
    'what owners did long ago': () => pruneActs(parts.db, parts.now()),
  }
}

/**
 * Deletes the events whose day of deletion has come, each once however many processes do this. One that cannot be is logged, and the
 * others go. Resolves to how many went.
 */
export async function deleteDueEvents(
  parts: DeleteParts & { retentionDays: number | undefined },
  nowMs: number,
): Promise<number> {
  const due = await parts.db.all<{ id: number }>(sql`
    select id from events
     where (delete_at <= ${nowMs} and delete_seen_at is not null) or kept_until <= ${nowMs}
     order by id`)
  let deleted = 0
  // The owner may move the day, or clear it, until the last moment.
  const isWanted = (event: EventRow) => isDue(event, parts.retentionDays, nowMs)
  for (const { id } of due) {
    try {
      if (await deleteEvent(parts, id, { isWanted })) deleted += 1
    } catch (error) {
      parts.log.error('an Orma could not be deleted', { event: id, error })
    }
  }
  return deleted
}

function isDue(row: EventRow, retentionDays: number | undefined, nowMs: number): boolean {
  const end = retentionEnd(row, retentionDays)
  // What was announced does not count where its reason is gone: another `event_date`, another setting, or none.
  const isKept = end === undefined || end > nowMs
  const time = deletionTime(toDeletion(isKept ? { ...row, kept_until: null } : row))
  return time !== undefined && time <= nowMs
}
