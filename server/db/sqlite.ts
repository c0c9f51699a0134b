import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import { sql } from './sql.ts'
import type { Database, Sql, Transaction } from './sql.ts'

const STATEMENTS_KEPT = 200

/**
 * Opens the embedded database in one file (created when absent), durable at every commit: WAL with synchronous=FULL.
 * One connection behind a queue, so a transaction is never interleaved with anything else.
 */
export function openSqlite(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: 5000 })
  connection.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000`,
  )
  const statements = new Map<string, StatementSync>()
  let last: Promise<unknown> = Promise.resolve()
  // Nobody else works on this file, so whoever is to hear a word is in this process.
  const channels = new EventEmitter()
  /** Words of the transaction that runs. */
  let unsaid: [channel: string, word: string][] = []

  function prepare({ parts }: Sql): StatementSync {
    const text = parts.join('?')
    const known = statements.get(text)
    if (known) return known
    // Texts come from templates in the code, so this stays small but for lists of differing lengths.
    if (statements.size >= STATEMENTS_KEPT) statements.clear()
    const statement = connection.prepare(text)
    statements.set(text, statement)
    return statement
  }

  function inOrder<T>(work: () => T | Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }

  const direct = {
    all: <Row>(q: Sql) => prepare(q).all(...q.values) as Row[],
    get: <Row>(q: Sql) => prepare(q).get(...q.values) as Row | undefined,
    run: (q: Sql) => Number(prepare(q).run(...q.values).changes),
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
    all: <Row>(q: Sql) => inOrder(() => direct.all<Row>(q)),
    get: <Row>(q: Sql) => inOrder(() => direct.get<Row>(q)),
    run: (q: Sql) => inOrder(() => direct.run(q)),
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
