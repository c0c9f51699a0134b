import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { listTables, readLastIds, readPages } from '../db/tables.ts'
import type { Table } from '../db/tables.ts'
import { takeLock } from '../db/file-lock.ts'
import type { Log } from '../log.ts'
import { createBackupFiles } from './backup-files.ts'
import type { BackupFiles } from './backup-files.ts'
import { openBackupIndex } from './backup-index.ts'
import type { BackupIndex } from './backup-index.ts'
import { copyBlobs, reuseEarlier } from './copy-blobs.ts'
import { manifestOf, readManifest, writeManifest } from './manifest.ts'
import type { BackupEntry, BackupHeader, TableLine } from './manifest.ts'
import { blobsOf } from './row-blobs.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** Made anew by each database that is restored. */
const NOT_BACKED_UP = ['schema_version']
/** Whose ids no installation ever counts down. */
const COUNTED_UP = ['users', 'events', 'posts']

export interface BackupParts {
  db: Database
  blobs: BlobStore
  dataDir: string
  /** Key of the keyed hashes; undefined: none was made yet. */
  secret: Uint8Array | undefined
  now: () => number
  log: Log
}

interface BackupResult {
  rows: number
  copied: { files: number; bytes: number }
  /** In the folder already, from a backup before. */
  present: { files: number; bytes: number }
  /** Blobs that rows name and that are not there; what the backup has of them from before, it keeps. */
  missing: number
}

/**
 * Backs an installation up into a folder, beside the server that runs on it: rows of one moment, and every file that they name.
 * The folder is a whole backup at every moment, of the time before until the very end. Rejects with an OperatorError.
 */
export async function makeBackup(parts: BackupParts, folder: string): Promise<BackupResult> {
  await prepareFolder(folder, parts.dataDir)
  const release = takeLock(join(folder, 'lock'))
  if (!release) throw new OperatorError(`Another backup into ${folder} is running.`)
  const index = openBackupIndex()
  try {
    const files = createBackupFiles(folder)
    const earlier = existsSync(manifestOf(folder)) ? await readEarlier(folder, index) : undefined
    if (earlier) requireSameKey(folder, parts.secret, earlier)
    const result = { copied: { files: 0, bytes: 0 }, present: { files: 0, bytes: 0 } }
    let rows = await readRows(parts, { files, index })
    if (earlier) requireLater(folder, rows.about, earlier)
    let missing = await copyBlobs(parts, { files, index }, result)
    // Where a photo was deleted while its file was to be copied. What is missing then is missing for good.
    if (missing.length > 0) {
      rows = await readRows(parts, { files, index })
      missing = await copyBlobs(parts, { files, index }, result)
    }
    for (const key of missing) {
      const isInBackup = await reuseEarlier({ files, index }, key)
      parts.log.error('a file that a row names is not there', { key, isInBackup })
    }
    const secret: BackupEntry[] = []
    if (parts.secret) secret.push({ secret: 'key', ...(await addBytes(files, parts.secret)) })
    await files.sync()
    await writeManifest(folder, rows.about, wanted(index, [...secret, ...rows.tables]))
    await files.removeOthers(index.isWanted)
    await noteBackup(parts.db, rows.about.made_at)
    const count = rows.tables.reduce((sum, table) => sum + table.rows, 0)
    return { ...result, rows: count, missing: missing.length }
  } finally {
    index.close()
    release()
  }
}

/** For whoever is told where backups stop. */
async function noteBackup(db: Database, made_at: number): Promise<void> {
  await db.run(sql`
    insert into last_backup (id, made_at) values (1, ${made_at})
    on conflict (id) do update set made_at = excluded.made_at`)
}

async function prepareFolder(folder: string, dataDir: string): Promise<void> {
  if (!relative(dataDir, folder).startsWith('..')) {
    throw new OperatorError(
      `${folder} lies in DATA_DIR: a backup belongs elsewhere, best on another disk.`,
    )
  }
  // Not with the folders above it: Node's own way to do so never ends below `/proc`.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new OperatorError(`${folder} cannot be made: ${error.message}.`)
  })
  const names = (await readdir(folder)).filter((name) => name !== 'lost+found')
  if (names.length > 0 && !names.includes('lock')) {
    throw new OperatorError(`${folder} is not empty, and what is in it is no backup.`)
  }
}

interface EarlierBackup extends BackupHeader {
  /** SHA-256 of its installation's key; undefined: it has none. */
  key: string | undefined
}

async function readEarlier(folder: string, index: BackupIndex): Promise<EarlierBackup> {
  let key: string | undefined
  const about = await readManifest(folder, (entry) => {
    if ('blob' in entry) index.addEarlier(entry)
    if ('secret' in entry) key = entry.sha256
  })
  return { ...about, key }
}

/** No two installations have the same key; a restore and a move take it along. */
function requireSameKey(folder: string, secret: Uint8Array | undefined, { key }: EarlierBackup) {
  if (key === undefined) return
  if (secret && hash('sha256', secret) === key) return
  throw ofAnother(folder)
}

/** What is gone from the installation, as where its disk is not mounted and a server has begun anew, has to stay in the backup. */
function requireLater(folder: string, now: BackupHeader, earlier: BackupHeader): void {
  const isLess = (name: string) => (now.last_ids[name] ?? 0) < (earlier.last_ids[name] ?? 0)
  if (COUNTED_UP.some(isLess)) throw ofAnother(folder)
}

function ofAnother(folder: string): OperatorError {
  return new OperatorError(
    `Nothing was backed up: ${folder} holds the backup of a newer database than this one, or of another. Is this the right one? If it is, back it up into a new folder.`,
  )
}

interface RowsRead {
  about: BackupHeader
  tables: TableLine[]
}

/** Adds all rows as they are now, and has the index know the blobs that they name. */
async function readRows(
  { db, now }: BackupParts,
  { files, index }: { files: BackupFiles; index: BackupIndex },
): Promise<RowsRead> {
  index.clearNamed()
  const read = async (tx: Queries): Promise<RowsRead> => {
    const made_at = now()
    const all = await listTables(tx, db)
    if (!all.some(({ name }) => name === 'schema_version')) {
      throw new OperatorError('There is no Orma to back up: its database is empty.')
    }
    const versions = await tx.all<{ version: number }>(
      sql`select version from schema_version order by version`,
    )
    const tables: TableLine[] = []
    for (const table of all.filter(({ name }) => !NOT_BACKED_UP.includes(name))) {
      const counted = { rows: 0 }
      const { sha256, size } = await files.add(jsonLines(tx, table, index, counted))
      tables.push({ table: table.name, rows: counted.rows, sha256, size })
    }
    // Last: a row that was added meanwhile may have got an id, which is not to be given again.
    const last_ids = Object.fromEntries(await readLastIds(tx, db))
    return {
      about: { made_at, versions: versions.map(({ version }) => version), last_ids },
      tables,
    }
  }
  return db.transaction(read, { isLong: true, isSnapshot: true })
}

/** A table as lines of JSON: the names of its columns, then the values of each row. */
async function* jsonLines(
  tx: Queries,
  table: Table,
  index: BackupIndex,
  counted: { rows: number },
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(table.columns)}\n`)
  for await (const page of readPages(tx, table)) {
    counted.rows += page.length
    index.addNamed(page.flatMap((row) => blobsOf(table.name, row)))
    const lines = page.map((row) => `${JSON.stringify(table.columns.map((name) => row[name]))}\n`)
    yield Buffer.from(lines.join(''))
  }
}

/** What the manifest names, all of which stays in the folder. */
function* wanted(index: BackupIndex, first: readonly BackupEntry[]): Generator<BackupEntry> {
  for (const entry of first) {
    index.addWanted(entry)
    yield entry
  }
  for (const entry of index.taken()) {
    index.addWanted(entry)
    yield entry
  }
}

async function addBytes(files: BackupFiles, bytes: Uint8Array) {
  async function* content() {
    yield bytes
  }
  const { sha256, size } = await files.add(content())
  return { sha256, size }
}
