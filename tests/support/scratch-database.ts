import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import type { Database } from '../../server/db/sql.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { TEMPLATE } from './postgres-setup.ts'

export interface ScratchDatabase {
  db: Database
  /** What `openDatabase` opens the same database by, here or in another process: an address of PostgreSQL or a file. */
  address: string
  remove: () => Promise<void>
}

/** A real, empty database of today's schema: of PostgreSQL where this run has one, of SQLite otherwise. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const { address, remove } = await place({ migrated: true })
  const db = await openDatabase(address)
  await migrate(db)
  return {
    db,
    address,
    async remove() {
      await db.close()
      await remove()
    },
  }
}

/** The address of a new database without any tables, and how to be rid of it. */
export function makeBareDatabase(): Promise<Place> {
  return place({ migrated: false })
}

export async function openDatabase(address: string): Promise<Database> {
  return address.startsWith('postgres:') ? openPostgres(address) : openSqlite(address)
}

type Place = Pick<ScratchDatabase, 'address' | 'remove'>

async function place({ migrated }: { migrated: boolean }): Promise<Place> {
  const server = inject('postgresUrl')
  if (server === undefined) return makeFile()
  return migrated ? takeDatabase(server) : makeDatabase(server, 'template1')
}

async function makeFile(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-db-'))
  return {
    address: join(folder, 'orma.db'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Databases of this file of tests that no test uses now. They go with the server. */
const free: Place[] = []
let made = 0

async function takeDatabase(server: string): Promise<Place> {
  const database = free.pop() ?? (await makeDatabase(server, TEMPLATE))
  await emptyDatabase(database.address)
  return { ...database, remove: async () => void free.push(database) }
}

async function makeDatabase(server: string, template: string): Promise<Place> {
  const name = `test_${process.pid}_${(made += 1)}`
  const admin = new Client(server.replace('{database}', 'postgres'))
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  await admin.end()
  return { address: server.replace('{database}', name), remove: async () => undefined }
}

/** Twice as fast as `truncate`, and four times as another copy. */
async function emptyDatabase(address: string): Promise<void> {
  const client = new Client(address)
  await client.connect()
  await client.query(`
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
  await client.end()
}
