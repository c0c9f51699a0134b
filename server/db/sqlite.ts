import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { sql } from './sql.ts'
import type { Database, Sql, SqlValue, Transaction } from './sql.ts'

const STATEMENTS_KEPT = 200

interface Prepared {
  statement: StatementSync
  columns: string[]
}

/**
 * Opens the embedded database in one file (created when absent), durable at every commit: WAL with synchronous=FULL.
 * One connection behind a queue, so a transaction is never interleaved with anything else.
 */
export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5000 })
  connection.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000`,
  )
  const statements = new Map<string, Prepared>()
  let last: Promise<unknown> = Promise.resolve()
  /** How many transactions run or wait, and all that waits behind them. */
  let waiting = 0
  // Nobody else works on this file, so whoever is to hear a word is in this process.
  const channels = new EventEmitter()
  /** Words of the transaction that runs. */
  let unsaid: [channel: string, word: string][] = []

  function prepare({ parts }: Sql): Prepared {
    const text = parts.join('?')
    const known = statements.get(text)
    if (known) return known
    // Texts come from templates in the code, so this stays small but for lists of differing lengths.
    if (statements.size >= STATEMENTS_KEPT) statements.clear()
    const statement = connection.prepare(text)
    // To name the values ourselves takes half the time of having each row named.
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    statements.set(text, prepared)
    return prepared
  }

  async function inOrder<T>(work: () => T | Promise<T>): Promise<T> {
    waiting += 1
    const result = last.then(work)
    last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      waiting -= 1
    }
  }

  /** For what is done in one go: at once, where nothing runs that it would come in between. */
  async function soon<T>(work: () => T): Promise<T> {
    return waiting === 0 ? work() : inOrder(work)
  }

  const direct = {
    all<Row>(q: Sql): Row[] {
      const { statement, columns } = prepare(q)
      const rows = statement.all(...q.values) as unknown as SqlValue[][]
      return rows.map((values) => named<Row>(columns, values))
    },
    get<Row>(q: Sql): Row | undefined {
      const { statement, columns } = prepare(q)
      const values = statement.get(...q.values) as unknown as SqlValue[] | undefined
      return values && named<Row>(columns, values)
    },
    run: (q: Sql) => Number(prepare(q).statement.run(...q.values).changes),
    define: (ddl: string) => connection.exec(inSqliteWords(ddl)),
  }
  const inTransaction: Transaction = {
    all: async <Row>(q: Sql) => direct.all<Row>(q),
    get: async <Row>(q: Sql) => direct.get<Row>(q),
    run: async (q: Sql) => direct.run(q),
    define: async (ddl: string) => direct.define(ddl),
    notify: async (channel, word) => void unsaid.push([channel, word]),
    lock: async () => undefined,
    lockRow: async () => undefined,
  }

  return {
    all: <Row>(q: Sql) => soon(() => direct.all<Row>(q)),
    get: <Row>(q: Sql) => soon(() => direct.get<Row>(q)),
    run: (q: Sql) => soon(() => direct.run(q)),
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      inOrder(async () => {
        unsaid = []
        connection.exec('begin immediate')
        let result: T
        try {
          result = await work(inTransaction)
          connection.exec('commit')
        } catch (error) {
          connection.exec('rollback')
          throw error
        }
        for (const [channel, word] of unsaid) channels.emit(channel, word)
        return result
      }),
    notify: (channel, word) => inOrder(() => void channels.emit(channel, word)),
    listen(channel, ear) {
      channels.on(channel, ear)
      return () => void channels.off(channel, ear)
    },
    isShared: false,
    skipLocked: sql``,
    define: (ddl) => inOrder(() => direct.define(ddl)),
    close: () => inOrder(() => connection.close()),
  }
}

function named<Row>(columns: readonly string[], values: readonly SqlValue[]): Row {
  const row: Record<string, SqlValue | undefined> = {}
  for (const [at, column] of columns.entries()) row[column] = values[at]
  return row as Row
}

/** A migration's statements as SQLite says them; its tables become STRICT. */
function inSqliteWords(ddl: string): string {
  return ddl
    .replaceAll(
      'bigint generated always as identity primary key',
      'integer primary key autoincrement',
    )
    .replaceAll('bigint', 'integer')
    .replaceAll('double precision', 'real')
    .replaceAll(/^\);$/gm, ') strict;')
}
