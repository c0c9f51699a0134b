import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Sql } from './sql.ts'
import { StorageFull, DatabaseOutage } from '../outages.ts'
import { OperatorError } from '../settings/read-settings.ts'

const STATEMENTS_KEPT = 200
/** Writes nothing; unlike `update … returning`, of which rows are got as well. */
const SELECT = /^\s*select\b/i

/** Runs statements on a connection, each prepared once. */
export function sqliteStatements(connection: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()

  function prepare({ parts }: Sql): StatementSync {
    const text = parts.join('?')
    const known = prepared.get(text)
    if (known) return known
    // Texts come from templates in the code, so this stays small but for lists of differing lengths.
    if (prepared.size >= STATEMENTS_KEPT) prepared.clear()
    const statement = connection.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  return {
    all: <Row>(q: Sql) => prepare(q).all(...q.values) as Row[],
    get: <Row>(q: Sql) => prepare(q).get(...q.values) as Row | undefined,
    run: (q: Sql) => Number(prepare(q).run(...q.values).changes),
    /** Whether it does nothing but read. */
    isSelect: ({ parts: [text = ''] }: Sql) => SELECT.test(text),
  }
}

/** Primary result codes of SQLite; extended ones have them in their last byte. */
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const NOTADB = 26
/** SQLite needs less for the memory that it shares by a file. */
const SPACE_BYTES = 1024 * 1024

/** Throws errors of SQLite on: `StorageFull` without room on the disk, `DatabaseOutage` where that fails, an OperatorError of a damaged file. */
export function rethrowOutage(file: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === FULL) throw new StorageFull(error)
    if (code === IOERR)
      throw hasSpace(dirname(file)) ? new DatabaseOutage(error) : new StorageFull(error)
    if (code === CORRUPT || code === NOTADB) throw damaged(file, error)
    throw error
  }
}

function damaged(file: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new OperatorError(
    `The database ${file} is damaged (${reason}): restore a backup, as docs/deploy/README.md has it.`,
    { cause },
  )
}

function hasSpace(folder: string): boolean {
  const { bsize, bavail } = statfsSync(folder)
  return bsize * bavail >= SPACE_BYTES
}
