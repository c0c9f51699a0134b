import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { roomyMemory } from '../../scripts/roomy-memory.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import type { Place } from './installation-places.ts'

/** Address of a PostgreSQL database, or a SQLite file. */
export interface DatabasePlace {
  address: string
  remove: () => Promise<void>
}

/** Copied for each test process, ten times as fast as creating the schema. */
export const TEMPLATE = 'orma_template'

/** Place of databases on a machine without PostgreSQL. */
export const IN_MEMORY = 'memory:{database}'
const NEEDS_SERVER = 'ORMA_TEST_NEEDS_SERVER'

/** Addresses of databases on the server for these tests, with `{database}` for the name; undefined where they run on SQLite. */
export function postgresUrl(): string | undefined {
  return process.env['ORMA_TEST_POSTGRES'] || undefined
}

export function isInMemory(): boolean {
  return postgresUrl() === IN_MEMORY
}

/** Skips this test file where other processes cannot reach its databases, which needs a server. */
export function needServer(): void {
  process.env[NEEDS_SERVER] = '1'
}

export function forgetNeeds(): void {
  delete process.env[NEEDS_SERVER]
}

export function lacksServer(): boolean {
  return isInMemory() && process.env[NEEDS_SERVER] === '1'
}

/** An empty database with the current schema; a SQLite file is still to be made. */
export async function takeDatabase(): Promise<DatabasePlace> {
  const server = postgresUrl()
  return server === undefined ? makeFile() : takePostgres(server)
}

/** A database without tables. */
export async function makeBareDatabase(): Promise<DatabasePlace> {
  const server = postgresUrl()
  return server === undefined ? makeFile() : makePostgres(server, 'template1')
}

export async function openDatabase(address: string): Promise<Database> {
  const pglite = memory.get(address)
  if (pglite) return (await import('./pglite-database.ts')).onPglite(pglite)
  return address.startsWith('postgres:') ? openPostgres(address) : openSqlite(address)
}

/** Whether a transaction waits for what another holds; asked outside of both, since one sees the same activity until it ends. */
export async function someoneWaits(db: Database): Promise<boolean> {
  const waiting = sql`
    select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.get(waiting)) !== undefined
}

/** Settings of an installation on a database; `folder` is for its files where the database is no file. */
export function settingsOf(address: string, folder: string): Place {
  return address.startsWith('postgres:')
    ? { DATABASE_URL: address, DATA_DIR: folder }
    : { DATA_DIR: dirname(address) }
}

/** Which of these words stand in the files of an embedded database; none in those of PostgreSQL, which nobody reads. */
export async function listOnDisk(address: string, words: readonly string[]): Promise<string[]> {
  const files = [address, `${address}-wal`].filter(existsSync)
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return words.filter((word) => contents.some((bytes) => bytes.includes(word)))
}

/** Opens it for this work alone. */
export async function withDatabase<T>(
  address: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(address)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function makeFile(): Promise<DatabasePlace> {
  const folder = await mkdtemp(join(roomyMemory() ?? tmpdir(), 'orma-db-'))
  return {
    address: join(folder, 'orma.db'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const memory = new Map<string, PGlite>()

/** Databases of this process that no test is using. They are deleted with the server. */
const free: DatabasePlace[] = []
let made = 0

async function takePostgres(server: string): Promise<DatabasePlace> {
  const database = free.pop() ?? (await makePostgres(server, TEMPLATE))
  await emptyDatabase(database.address)
  return { ...database, remove: async () => void free.push(database) }
}

async function makePostgres(server: string, template: string): Promise<DatabasePlace> {
  const name = `test_${process.pid}_${(made += 1)}`
  const place = { address: server.replace('{database}', name), remove: async () => undefined }
  if (isInMemory()) {
    memory.set(place.address, await (await import('./pglite-database.ts')).startPglite())
    return place
  }
  const admin = new Client(server.replace('{database}', 'postgres'))
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  return place
}

/** Twice as fast as `truncate`, and four times as fast as another copy. */
async function emptyDatabase(address: string): Promise<void> {
  const db = await openDatabase(address)
  await db.define(`
    do $$
    declare
      name text;
    begin
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_version' loop
        execute format('delete from %I', name);
      end loop;
      for name in select sequencename from pg_sequences loop
        execute format('alter sequence %I restart', name);
      end loop;
    end $$`)
  await db.close()
}
