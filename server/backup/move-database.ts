import { migrateWithin } from '../db/migrate.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { insertRows, listTables, readLastIds, readPages, setLastId } from '../db/tables.ts'
import { describeRows, dropTables } from './restore-backup.ts'
import { isMoved, noteMoved, SERVING } from './unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** Of each database its own: the schema's versions, and keys. */
const NOT_COPIED = ['schema_version', 'secrets']

interface MoveParts {
  /** The embedded database of an installation, at the newest schema; no server works on it. */
  source: Database
  target: Database
  dataDir: string
  /** Key of the keyed hashes; undefined: none was made yet. */
  secret: Uint8Array | undefined
  /** Has this be the target's key, with the transaction. */
  storeSecret: (tx: Queries, secret: Uint8Array) => Promise<void>
}

/**
 * Copies an installation into an empty database, in one transaction, and hands it over: from then on its server starts on the target
 * alone. Gives how many rows there are. Rejects with an OperatorError where the target holds something.
 */
export async function moveDatabase(parts: MoveParts): Promise<number> {
  const { source, target, dataDir, secret, storeSecret } = parts
  if (!(await target.tryLock(SERVING, 'exclusive'))) {
    throw new OperatorError(
      'A server, or another move, works on the database of DATABASE_URL: stop it first.',
    )
  }
  await requireEmpty(parts)
  return target.transaction(
    async (tx) => {
      await dropTables(tx, target)
      await migrateWithin(tx)
      const rows = await copyTables(source, target, tx)
      // None was given yet where it is 0, which no sequence can have.
      for (const [table, id] of await readLastIds(source, source)) {
        if (id > 0) await setLastId(tx, target, table, id)
      }
      if (secret) await storeSecret(tx, secret)
      // How many rows there are decides how PostgreSQL looks for them.
      await tx.define('analyze')
      // Before the target may be served: there must never be two of one installation. Cut in between, the move is run again.
      await noteMoved(dataDir, 'database')
      return rows
    },
    { isLong: true },
  )
}

async function requireEmpty({ target, dataDir }: MoveParts): Promise<void> {
  const there = await describeRows(target)
  if (there === undefined) return
  throw new OperatorError(
    isMoved(dataDir, 'database')
      ? 'The database was moved already: start the server with DATABASE_URL.'
      : `Nothing was moved, since an installation is moved into an empty database only: there are ${there}.`,
  )
}

async function copyTables(source: Database, target: Database, tx: Transaction): Promise<number> {
  const tables = await listTables(source, source)
  let rows = 0
  for (const table of tables.filter(({ name }) => !NOT_COPIED.includes(name))) {
    for await (const page of readPages(source, table)) {
      const values = page.map((row) => table.columns.map((name) => row[name] ?? null))
      await insertRows(tx, target, table, values)
      rows += page.length
    }
  }
  return rows
}
