import { readdirSync, readFileSync } from 'node:fs'
import { OperatorError } from '../settings/read-settings.ts'
import { sql } from './sql.ts'
import type { Database, Transaction } from './sql.ts'

const LONG = { isLong: true }
const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Brings the database to the newest schema. Each numbered file of `migrations/` runs once, all of them in one transaction that
 * holds off every other of its kind: several processes may start at once. Rejects with an OperatorError, and changes nothing, where
 * a newer release has changed the schema.
 */
export async function migrate(db: Database): Promise<void> {
  await db.transaction((tx) => migrateWithin(tx), LONG)
}

/** The same as part of a transaction. `only`: of these versions, as an earlier release would. */
export async function migrateWithin(tx: Transaction, only?: ReadonlySet<number>): Promise<void> {
  await tx.lock('migrate')
  const define = (ddl: string) => tx.define(ddl).catch(refuseWithoutRights)
  await define('create table if not exists schema_version (\n  version bigint primary key\n);')
  const rows = await tx.all<{ version: number }>(sql`select version from schema_version`)
  const done = new Set(rows.map(({ version }) => version))
  const files = migrationFiles()
  refuseNewer(Math.max(0, ...done), versionOf(files.at(-1)))
  for (const file of files) {
    const version = versionOf(file)
    if (done.has(version) || only?.has(version) === false) continue
    await define(readFileSync(new URL(file, FOLDER), 'utf8'))
    await tx.run(sql`insert into schema_version (version) values (${version})`)
  }
}

export function knownVersions(): Set<number> {
  return new Set(migrationFiles().map(versionOf))
}

function migrationFiles(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
}

function versionOf(file = '0'): number {
  return Number.parseInt(file, 10)
}

/** Throws the error on; of a role of PostgreSQL that has no right to it (`insufficient_privilege`), whose the database has to be. */
function refuseWithoutRights(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error
  throw new OperatorError(
    `The role of DATABASE_URL may not make tables (${error.message}): the database has to belong to it.`,
  )
}

function refuseNewer(found: number, known: number): void {
  if (found <= known) return
  throw new OperatorError(
    `The database is that of a newer release: its schema has version ${found}, this release knows ${known}. Start the newer release again.`,
  )
}
