import { sql, sqlList } from '../db/sql.ts'
import type { Queries, Transaction } from '../db/sql.ts'

interface EventFile {
  /** Of its blob. */
  key: string
  bytes: number
}

/** Counts a file in its event's storage, one that has been replaced with its new size. False where the event is gone: the file is nobody's. */
export async function countEventFile(
  tx: Transaction,
  event_id: number,
  { key, bytes }: EventFile,
): Promise<boolean> {
  // The event's row first, so that two who have made the same file count it once.
  await tx.lockRow('events', event_id)
  const known = await tx.get<EventFile>(sql`select key, bytes from event_files where key = ${key}`)
  const counted = await tx.run(sql`
    update events set storage_bytes = storage_bytes + ${bytes - (known?.bytes ?? 0)} where id = ${event_id}`)
  if (counted === 0) return false
  await tx.run(sql`
    insert into event_files (key, event_id, bytes) values (${key}, ${event_id}, ${bytes})
    on conflict (key) do update set bytes = excluded.bytes`)
  return true
}

/** Counts a file as that of the event that `find` gives, also once that is held. False where it gives none. */
export async function countFileOf(
  tx: Transaction,
  find: () => Promise<number | undefined>,
  file: EventFile,
): Promise<boolean> {
  const event_id = await find()
  if (event_id === undefined) return false
  await tx.lockRow('events', event_id)
  // What it belonged to may have been replaced while another held the row.
  if ((await find()) !== event_id) return false
  return countEventFile(tx, event_id, file)
}

/** Takes files out of their event's storage; those that were not counted make no difference. */
export async function uncountEventFiles(
  tx: Transaction,
  event_id: number,
  keys: readonly string[],
): Promise<void> {
  await tx.lockRow('events', event_id)
  const files = await tx.all<EventFile>(
    sql`select key, bytes from event_files where event_id = ${event_id} and key in (${sqlList(keys)})`,
  )
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (files.length === 0) return
  await tx.run(sql`delete from event_files where key in (${sqlList(files.map(({ key }) => key))})`)
  await tx.run(
    sql`update events set storage_bytes = storage_bytes - ${bytes} where id = ${event_id}`,
  )
}

export async function listCountedKeys(db: Queries): Promise<Set<string>> {
  const rows = await db.all<{ key: string }>(sql`select key from event_files`)
  return new Set(rows.map(({ key }) => key))
}
