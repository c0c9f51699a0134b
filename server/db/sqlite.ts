import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { sql } from './sql.ts'
import type { Database, Sql, Transaction, TransactionOptions } from './sql.ts'
import { rethrowOutage, sqliteStatements } from './sqlite-statements.ts'

/** How long a write waits for another process's. */
const BUSY_MS = 5000

/**
 * Opens the embedded database in one file (created when absent), durable at every commit: WAL with synchronous=FULL.
 * What is deleted is overwritten, as the file would name a deleted person for long. One connection behind a queue, so a transaction is never interleaved with anything else.
 */
export function openSqlite(file: string): Database {
  const rethrow = rethrowOutage(file)
  const connection = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    connection.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on;
       pragma temp_store = memory; pragma cache_size = -32000`,
    )
  } catch (error) {
    connection.close()
    rethrow(error)
  }
  const statements = sqliteStatements(connection)
  const begin = connection.prepare('begin')
  const commit = connection.prepare('commit')
  let isReading = false
  let last: Promise<unknown> = Promise.resolve()
  /** How many transactions run or wait, and all that waits behind them. */
  let waiting = 0
  // No other server works on this file, so whoever is to be notified is in this process; an operator's command may write meanwhile.
  const channels = new EventEmitter()
  const stopWatching = watchOthers(connection, {
    isBusy: () => waiting > 0 || isReading,
    onWritten: () => channels.eventNames().forEach((channel) => channels.emit(channel)),
  })
  /** Of the transaction that runs. */
  let pending: [channel: string, message: string][] = []

  async function inOrder<T>(work: () => T | Promise<T>): Promise<T> {
    waiting += 1
    const result = last.then(work).catch(rethrow)
    last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      waiting -= 1
    }
  }

  /** Runs synchronous work at once where no transaction is open or waits, and in the queue otherwise. */
  async function soon<T>(work: () => T): Promise<T> {
    if (waiting > 0) return inOrder(work)
    try {
      return work()
    } catch (error) {
      return rethrow(error)
    }
  }

  /**
   * All reads of one turn of the event loop share a transaction, which ends with the turn or before a write: to begin and end
   * one for each statement takes longer than the statement.
   */
  function alone<T>(q: Sql, work: () => T): Promise<T> {
    return soon(() => {
      if (statements.isSelect(q)) beginReading()
      else endReading()
      return work()
    })
  }

  function beginReading(): void {
    if (isReading) return
    begin.run()
    isReading = true
    setImmediate(endReading)
  }

  function endReading(): void {
    if (!isReading) return
    isReading = false
    // An error of the disk has ended it already.
    if (connection.isTransaction) commit.run()
  }

  const inTransaction: Transaction = {
    all: async <Row>(q: Sql) => statements.all<Row>(q),
    get: async <Row>(q: Sql) => statements.get<Row>(q),
    run: async (q: Sql) => statements.run(q),
    define: async (ddl: string) => connection.exec(inSqliteWords(ddl)),
    notify: async (channel, message) => void pending.push([channel, message]),
    lock: async () => undefined,
    lockRow: async () => undefined,
    shareRow: async () => undefined,
  }

  return {
    all: <Row>(q: Sql) => alone(q, () => statements.all<Row>(q)),
    get: <Row>(q: Sql) => alone(q, () => statements.get<Row>(q)),
    run: (q: Sql) => alone(q, () => statements.run(q)),
    transaction: <T>(
      work: (tx: Transaction) => Promise<T>,
      { isSnapshot = false, isErasure = false }: TransactionOptions = {},
    ) =>
      inOrder(async () => {
        pending = []
        endReading()
        connection.exec(isSnapshot ? 'begin' : 'begin immediate')
        let result: T
        try {
          result = await work(inTransaction)
          connection.exec('commit')
        } catch (error) {
          // An error of the disk may have ended it already. Why it failed must not be hidden by that.
          if (connection.isTransaction) connection.exec('rollback')
          throw error
        }
        if (isErasure) emptyLog(connection)
        for (const [channel, message] of pending) channels.emit(channel, message)
        return result
      }),
    notify: (channel, message) => inOrder(() => void channels.emit(channel, message)),
    listen(channel, listener) {
      channels.on(channel, listener)
      return () => void channels.off(channel, listener)
    },
    tryLock: async () => async () => undefined,
    isShared: false,
    skipLocked: sql``,
    load: () => {
      const used = Math.min(waiting, 1)
      return { used, idle: 1 - used, waiting: waiting - used }
    },
    define: (ddl) =>
      inOrder(() => {
        endReading()
        connection.exec(inSqliteWords(ddl))
      }),
    close: () =>
      inOrder(() => {
        stopWatching()
        endReading()
        connection.close()
      }),
  }
}

/** All that is asked meanwhile waits so long at most while another process reads, as a backup does. */
const EMPTY_LOG_MS = 500

/** Writes the write-ahead log into the database file, and cuts it to nothing: it has the pages as they were before a deletion, too. */
function emptyLog(connection: DatabaseSync): void {
  try {
    connection.exec(`pragma busy_timeout = ${EMPTY_LOG_MS}; pragma wal_checkpoint(truncate)`)
  } catch {
    // What was deleted is deleted; a disk with an error shows where somebody asks for something.
  } finally {
    connection.exec(`pragma busy_timeout = ${BUSY_MS}`)
  }
}

/** Until then a command's work is told to nobody. The question takes some microseconds. */
const OTHERS_EVERY_MS = 1000

/** Calls `onWritten` after another process has written into the file. Gives how to stop. */
function watchOthers(
  connection: DatabaseSync,
  { isBusy, onWritten }: { isBusy: () => boolean; onWritten: () => void },
): () => void {
  const readVersion = connection.prepare('pragma data_version')
  const versionNow = () => readVersion.get()?.['data_version']
  let version = versionNow()
  const timer = setInterval(() => {
    // Within a transaction nothing of others is seen.
    if (isBusy()) return
    try {
      const seen = versionNow()
      if (seen === version) return
      version = seen
    } catch {
      // A disk with an error shows where somebody asks for something.
      return
    }
    onWritten()
  }, OTHERS_EVERY_MS).unref()
  return () => clearInterval(timer)
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
