import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { NEWEST } from '../uploads/newest-photo.ts'
import { migrateWithin } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries, SqlValue, Transaction } from '../db/sql.ts'
import { isReleaseKey } from '../http/releases.ts'
import { insertRows, listTables, readLastIds, setLastId } from '../db/tables.ts'
import { createBackupFiles } from './backup-files.ts'
import type { BackupFiles } from './backup-files.ts'
import { checkBackup } from './check-backup.ts'
import type { BackupContent } from './check-backup.ts'
import { readManifest } from './manifest.ts'
import type { TableLine } from './manifest.ts'
import { markOf, SERVING, UNFINISHED_RESTORE } from './unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'

/**
 * Ids, and the numbers of live changes, go on at least so far behind those of the backup: phones still know what was given since it
 * was made, and must not take something new for it.
 */
const GAP = 100_000
/** And so much farther for each second since: what a restore of the same backup gave before this one is not given again either. */
const IDS_PER_SECOND = 100
const ROWS_AT_ONCE = 1000
/** Among the database's secrets: the seal of the backup that its rows are of. */
const RESTORED = 'restored'

export interface RestoreParts {
  /** Opens the database, which is made where there is none. */
  open: () => Promise<Database>
  blobs: BlobStore
  dataDir: string
  /** Where its photos go, as its operator calls it. */
  photosPlace: string
  /** Has this be the key of the installation's keyed hashes, with the transaction where it lies in the database. */
  storeSecret: (tx: Queries, secret: Uint8Array) => Promise<void>
  now: () => number
}

/**
 * Restores a backup into an empty installation whose server does not run; gives what was in it. Every file is compared with its hash
 * first. Then files are copied, and all rows in one step at the end: where it was cut it can be run again. Rejects with an
 * OperatorError where the backup is damaged or something is there already; then all is as it was.
 */
export async function restoreBackup(
  { open, blobs, dataDir, photosPlace, storeSecret, now }: RestoreParts,
  folder: string,
): Promise<BackupContent> {
  const head = await readManifest(folder, () => {})
  const mark = join(dataDir, UNFINISHED_RESTORE)
  const begun = existsSync(mark) ? await readFile(mark, 'utf8') : undefined
  if (begun === undefined) await requireNoBlobs(blobs, photosPlace)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const db = await open()
  try {
    await keepServersAway(db)
    const there = await describeRows(db)
    // The rows come last: where those of this backup are there, all is.
    const isDone = there && begun === markOf(head) && (await isRestored(db, head))
    if (there && !isDone) throw somethingThere(there)
    // Before the backup is read, which may take long: a server that started after a cut would sign everybody out.
    if (!there) await writeFile(mark, markOf(head), { flush: true })
    const content = await checkBackup(folder).catch(async (error: unknown) => {
      if (begun === undefined) await rm(mark, { force: true })
      throw error
    })
    if (!there) {
      // Of photos that are gone, with the database that numbered them.
      await blobs.delete(NEWEST)
      const files = createBackupFiles(folder)
      await restoreBlobs(folder, { files, blobs })
      const work = (tx: Transaction) => restoreRows(tx, { db, files, storeSecret, now }, content)
      await db.transaction(work, { isLong: true })
    }
    await rm(mark)
    return content
  } finally {
    await db.close()
  }
}

/** Until the database is closed. A server would sweep away files whose rows are still to come, and knows the key that was. */
async function keepServersAway(db: Database): Promise<void> {
  if (await db.tryLock(SERVING, 'exclusive')) return
  throw new OperatorError('A server works on the database of DATABASE_URL: stop it first.')
}

function somethingThere(what: string): OperatorError {
  return new OperatorError(
    `Nothing was restored, since a backup is restored into an empty installation only: there are ${what}.`,
  )
}

async function requireNoBlobs(blobs: BlobStore, place: string): Promise<void> {
  for await (const { key } of blobs.list('')) {
    if (key !== NEWEST && !isReleaseKey(key)) throw somethingThere(`photos in ${place}`)
  }
}

/** What people have in this database; undefined: nothing. */
export async function describeRows(db: Database): Promise<string | undefined> {
  const tables = new Set((await listTables(db, db)).map(({ name }) => name))
  if (tables.size === 0) return undefined
  if (!tables.has('schema_version')) return 'tables of something else in the database'
  const count = await db.get<{ people: number; ormas: number }>(sql`
    select (select count(*) from users) as people, (select count(*) from events) as ormas`)
  if (!count || count.people + count.ormas === 0) return undefined
  return `${count.people} people and ${count.ormas} Ormas in the database`
}

/** Removes the tables of an installation that nobody has used yet. */
export async function dropTables(tx: Transaction, db: Database): Promise<void> {
  for (const { name } of (await listTables(tx, db)).toReversed()) {
    await tx.define(`drop table "${name}"`)
  }
}

async function isRestored(db: Database, { seal }: Pick<BackupContent, 'seal'>): Promise<boolean> {
  const row = await db.get<{ value: string }>(
    sql`select value from secrets where name = ${RESTORED}`,
  )
  return row?.value === seal
}

async function restoreBlobs(
  folder: string,
  { files, blobs }: { files: BackupFiles; blobs: BlobStore },
): Promise<void> {
  await readManifest(folder, async (entry) => {
    if (!('blob' in entry)) return
    const { sha256 } = await blobs.put(entry.blob, files.read(entry))
    if (sha256 !== entry.sha256)
      throw new OperatorError(`${entry.blob} was not read as it was checked.`)
  })
}

/** Makes the tables as they were in the backup, fills them, and brings them to the newest schema. */
async function restoreRows(
  tx: Transaction,
  {
    db,
    files,
    storeSecret,
    now,
  }: Pick<RestoreParts, 'storeSecret' | 'now'> & { db: Database; files: BackupFiles },
  content: BackupContent,
): Promise<void> {
  await dropTables(tx, db)
  await migrateWithin(tx, new Set(content.versions))
  const order = (await listTables(tx, db)).map(({ name }) => name)
  const tables = content.tables.toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table))
  for (const table of tables) await restoreTable(tx, db, files, table)
  await migrateWithin(tx)
  await skipIds(tx, db, content, now())
  // Days have gone by since an owner read the warning, and what was to be deleted is wanted back.
  await tx.run(sql`update events set delete_seen_at = null, kept_until = null`)
  await tx.run(sql`
    insert into secrets (name, value) values (${RESTORED}, ${content.seal})
    on conflict (name) do update set value = excluded.value`)
  if (content.secret) {
    await storeSecret(tx, await buffer(files.read(content.secret)))
  }
}

async function restoreTable(
  tx: Queries,
  db: Database,
  files: BackupFiles,
  table: TableLine,
): Promise<void> {
  let columns: string[] | undefined
  let rows: SqlValue[][] = []
  const insert = async () => {
    await insertRows(tx, db, { name: table.table, columns: columns ?? [] }, rows)
    rows = []
  }
  for await (const line of files.readLines(table)) {
    if (columns) rows.push(JSON.parse(line) as SqlValue[])
    else columns = JSON.parse(line) as string[]
    if (rows.length === ROWS_AT_ONCE) await insert()
  }
  await insert()
}

async function skipIds(
  tx: Queries,
  db: Database,
  { made_at, last_ids }: BackupContent,
  nowMs: number,
): Promise<void> {
  const gap = GAP + Math.floor((Math.max(0, nowMs - made_at) / 1000) * IDS_PER_SECOND)
  for (const [table, id] of await readLastIds(tx, db)) {
    await setLastId(tx, db, table, Math.max(id, last_ids[table] ?? 0) + gap)
  }
  await tx.run(sql`update events set live_seq = live_seq + ${gap}`)
}
