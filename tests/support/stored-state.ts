import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'

/** Tables that refusals may change, that describe the schema, or that the server writes by the clock. */
const LEFT_OUT = ['limit_hits', 'schema_version', 'abilities', 'alerts', 'last_backup']

/** Every row of every table and the name of every file of an installation, without the counts of limits. */
export type StoredState = Record<string, string[]>

export async function readStoredState(db: Database, folder: string): Promise<StoredState> {
  const tables = await db.all<{ name: string }>(
    db.isShared
      ? sql`select tablename as name from pg_tables where schemaname = 'public'`
      : sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  )
  const names = tables.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name))
  const rows = await Promise.all(names.map(async (name) => [name, await readRows(db, name)]))
  return { ...Object.fromEntries(rows), files: await readFiles(folder) }
}

async function readRows(db: Database, table: string): Promise<string[]> {
  const rows = await db.all<object>({ parts: [`select * from ${table}`], values: [] })
  // A wrong code is counted in its request's row.
  return rows.map((row) => JSON.stringify({ ...row, wrong_tries: undefined })).toSorted()
}

async function readFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
}
