import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { statfsSync } from 'node:fs'
import type { Sql, SqlValue } from './sql.ts'
import { StorageFull, DatabaseOutage } from '../outages.ts'

const STATEMENTS_KEPT = 200
/** Writes nothing; unlike `update … returning`, of which rows are got as well. */
const SELECT = /^\s*select\b/i

interface Prepared {
  statement: StatementSync
  isSelect: boolean
  /** A row of its columns without values. */
  blank: Readonly<Record<string, null>>
}

/** Runs statements on a connection, each prepared once. */
export function sqliteStatements(connection: DatabaseSync) {
  const byText = new Map<string, Prepared>()
  /** To join the parts of a text and find it takes as long as a small statement does. */
  const byParts = new WeakMap<Sql['parts'], Prepared>()

  function prepare({ parts }: Sql): Prepared {
    const known = byParts.get(parts)
    if (known) return known
    const prepared = prepareText(parts.join('?'))
    byParts.set(parts, prepared)
    return prepared
  }

  function prepareText(text: string): Prepared {
    const known = byText.get(text)
    if (known) return known
    // Texts come from templates in the code, so this stays small but for lists of differing lengths.
    if (byText.size >= STATEMENTS_KEPT) byText.clear()
    const statement = connection.prepare(text)
    // To name the values ourselves takes half the time of having each row named.
    statement.setReturnArrays(true)
    const blank = Object.fromEntries(statement.columns().map(({ name }) => [name, null]))
    const prepared = { statement, isSelect: SELECT.test(text), blank }
    byText.set(text, prepared)
    return prepared
  }

  return {
    all<Row>(q: Sql): Row[] {
      const { statement, blank } = prepare(q)
      const rows = statement.all(...q.values) as unknown as SqlValue[][]
      return rows.map((values) => named<Row>(blank, values))
    },
    get<Row>(q: Sql): Row | undefined {
      const { statement, blank } = prepare(q)
      const values = statement.get(...q.values) as unknown as SqlValue[] | undefined
      return values && named<Row>(blank, values)
    },
    run: (q: Sql) => Number(prepare(q).statement.run(...q.values).changes),
    /** Whether it does nothing but read. */
    isSelect: (q: Sql) => prepare(q).isSelect,
  }
}

/** To fill in a copy takes less time than to have a row grow by each column. */
function named<Row>(blank: Prepared['blank'], values: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue> = { ...blank }
  let at = 0
  for (const column in row) row[column] = values[at++] ?? null
  return row as Row
}

/** Primary result codes of SQLite; extended ones have them in their last byte. */
const IOERR = 10
const FULL = 13
/** SQLite needs less for the memory that it shares by a file. */
const SPACE_BYTES = 1024 * 1024

/** Throws errors of SQLite on: `StorageFull` without room on the disk of `folder`, `DatabaseOutage` where the disk fails. */
export function rethrowOutage(folder: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === FULL) throw new StorageFull(error)
    if (code === IOERR) throw hasSpace(folder) ? new DatabaseOutage(error) : new StorageFull(error)
    throw error
  }
}

function hasSpace(folder: string): boolean {
  const { bsize, bavail } = statfsSync(folder)
  return bsize * bavail >= SPACE_BYTES
}
