import { createHash } from 'node:crypto'
import { knownVersions, migrateWithin } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import { listTables, readLastIds, setLastId } from '../db/tables.ts'
import type { Table } from '../db/tables.ts'
import { copyRows, digestTable } from './copy-rows.ts'
import type { CopiedRows } from './copy-rows.ts'
import { describeRows } from './restore-backup.ts'
import { isMoved, MOVING, noteMoved, readMoving, SERVING } from './unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** Of each database its own: the schema's versions, and keys. */
const NOT_COPIED = ['schema_version', 'secrets']

export interface MoveParts {
  /** The embedded database of an installation. */
  source: Database
  target: Database
  dataDir: string
  /** Key of the keyed hashes; undefined: none was made yet. */
  secret: Uint8Array | undefined
  /** Has this be the target's key, with the transaction. */
  storeSecret: (tx: Queries, secret: Uint8Array) => Promise<void>
}

/**
 * Makes the target ready to take the rows of this installation, and keeps servers away from it until it is closed. Rejects with a
 * OperatorError where it holds something else.
 */
export async function beginMove({ target, dataDir, secret }: MoveParts): Promise<void> {
  if (!(await target.tryLock(SERVING, 'exclusive'))) {
    throw new OperatorError(
      'A server, or another move, works on the database of DATABASE_URL: stop it first.',
    )
  }
  const name = nameOfInstallation(secret)
  const there = await describeRows(target)
  const isBegun = there !== undefined && (await readMoving(target).catch(() => undefined)) === name
  if (there !== undefined && !isBegun && isMoved(dataDir, 'database')) {
    throw new OperatorError('The database was moved already: start the server with DATABASE_URL.')
  }
  if (there !== undefined && !isBegun) {
    throw new OperatorError(
      `Nothing was moved, since an installation is moved into an empty database only: there are ${there}.`,
    )
  }
  await target.transaction(
    async (tx) => {
      await migrateWithin(tx)
      await tx.run(sql`
        insert into secrets (name, value) values (${MOVING}, ${name})
        on conflict (name) do update set value = excluded.value`)
    },
    { isLong: true },
  )
}

/** Rejects with an OperatorError where the embedded database has the schema of another release. */
export async function requireNewest(source: Database): Promise<void> {
  const rows = await source.all<{ version: number }>(sql`select version from schema_version`)
  const found = new Set(rows.map(({ version }) => version))
  if (found.symmetricDifference(knownVersions()).size === 0) return
  throw new OperatorError(
    'The server is of another release than this command: deploy this release first, or stop the server and run this again.',
  )
}

/** Copies all rows as they are now, beside the server that works on them. Done again it copies what has changed. */
export function copyNow({ source, target }: MoveParts): Promise<CopiedRows> {
  return ofOneMoment(source, async (queries, tables) => {
    const copied = await copyRows(queries, target, tables)
    // How many rows there are decides how PostgreSQL looks for them.
    await target.define('analyze')
    return copied
  })
}

/**
 * Copies what has changed since, compares every table of the two by its count and its hash, and hands the installation over: from
 * then on its server starts on the target alone. No server may work on the source any more. Gives the rows there are. Rejects with
 * an OperatorError, and hands nothing over, where a table is not the same.
 */
export async function endMove(parts: MoveParts): Promise<CopiedRows & { rows: number }> {
  const { source, target, dataDir, secret, storeSecret } = parts
  return ofOneMoment(source, async (queries, tables) => {
    // What is the same already is read once.
    const { rows, differing } = await compare(queries, target, tables)
    const copied = await copyRows(queries, target, [...differing.keys()])
    requireSame(await compare(queries, target, differing.keys()))
    const lastIds = await readLastIds(queries, source)
    const others = await queries.all<{ name: string; value: string }>(
      sql`select name, value from secrets where name <> 'key'`,
    )
    // Before the target may be served: there must never be two of one installation.
    await noteMoved(dataDir, 'database')
    await target.transaction(async (tx) => {
      // None was given yet where it is 0, which no sequence can have.
      for (const [table, id] of lastIds) if (id > 0) await setLastId(tx, target, table, id)
      await tx.run(sql`delete from secrets`)
      for (const { name, value } of others) {
        await tx.run(sql`insert into secrets (name, value) values (${name}, ${value})`)
      }
      if (secret) await storeSecret(tx, secret)
    })
    return { ...copied, rows }
  })
}

function ofOneMoment<T>(
  source: Database,
  work: (queries: Queries, tables: readonly Table[]) => Promise<T>,
): Promise<T> {
  return source.transaction(
    async (tx) => {
      const tables = await listTables(tx, source)
      return work(
        tx,
        tables.filter(({ name }) => !NOT_COPIED.includes(name)),
      )
    },
    { isLong: true, isSnapshot: true },
  )
}

interface Compared {
  rows: number
  /** Tables that are not the same on both sides, each with how they differ. */
  differing: Map<Table, string>
}

async function compare(
  source: Queries,
  target: Database,
  tables: Iterable<Table>,
): Promise<Compared> {
  const compared: Compared = { rows: 0, differing: new Map() }
  for (const table of tables) {
    const [here, there] = await Promise.all([
      digestTable(source, table),
      digestTable(target, table),
    ])
    compared.rows += here.rows
    if (here.rows !== there.rows) {
      compared.differing.set(table, `${here.rows} rows, ${there.rows} there`)
    } else if (here.sum !== there.sum) compared.differing.set(table, 'another hash')
  }
  return compared
}

/** What the marks of an unfinished move say; nobody learns the key from it. */
export function nameOfInstallation(secret: Uint8Array = new Uint8Array()): string {
  return createHash('sha256').update('moving').update(secret).digest('hex')
}

function requireSame({ differing }: Compared): void {
  if (differing.size === 0) return
  const wrong = [...differing].map(([{ name }, how]) => `${name} (${how})`).join(', ')
  throw new OperatorError(
    `Not moved: after copying, these tables are not the same in PostgreSQL: ${wrong}. The installation is as it was.`,
  )
}
