import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool, QueryResult } from 'pg'
import { StorageFull, DatabaseOutage } from '../outages.ts'
import type { Queries, Sql, Transaction } from './sql.ts'

/** Statements on a connection, or on any of a pool. Without a time of their own they have the pool's. */
export function queriesOn(client: Pool | ClientBase, timeoutMs?: number): Queries {
  const query = ({ parts, values }: Sql) => ask(client, numbered(parts), [...values], timeoutMs)
  return {
    all: async <Row>(q: Sql) => (await query(q)).rows as Row[],
    get: async <Row>(q: Sql) => (await query(q)).rows[0] as Row | undefined,
    run: async (q) => (await query(q)).rowCount ?? 0,
    define: async (ddl) => void (await ask(client, ddl, undefined, timeoutMs)),
    notify: async (channel, message) =>
      void (await ask(client, 'select pg_notify($1, $2)', [channel, message])),
  }
}

/** Rejects with `DatabaseOutage` where no answer came. */
async function ask(
  client: Pool | ClientBase,
  text: string,
  values?: unknown[],
  timeoutMs?: number,
): Promise<QueryResult> {
  const query = { text, ...(values && { values }), ...(timeoutMs && { query_timeout: timeoutMs }) }
  try {
    return await client.query(query)
  } catch (error) {
    if (isFull(error)) throw new StorageFull(error)
    throw isOutage(error) ? new DatabaseOutage(error) : error
  }
}

function numbered(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => `${text}$${index}${part}`)
}

/**
 * Errors that say nothing of what was asked: of the line, by Node's names, and of a server that ends, starts, has no room, takes
 * too long or only lets itself be read, as a standby does (PostgreSQL, appendix A).
 */
const OUTAGES = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOENT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ' +
    '57P01 57P02 57P03 57P05 57014 53300 25P03 25006'
  ).split(' '),
)
const CONNECTION_CLASS = /^08/
/** What `pg` says without a code. */
const WORDS =
  /^(Query read timeout|timeout|Connection terminated|Client (was closed|has encountered a connection error))/

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return OUTAGES.has(code) || CONNECTION_CLASS.test(code) || WORDS.test(error.message)
}

/** Whether the database's disk has no room (`disk_full`). */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}

const TRANSACTION_ATTEMPTS = 5
/** Longest wait before a transaction in conflict runs again. The wait is random, so that the same two do not meet again. */
const RETRY_WAIT_MS = 50
/** Serialization failure and deadlock (PostgreSQL, appendix A): the transaction may succeed when it is done again. */
const CONFLICTS = new Set(['40001', '40P01'])

/** How long others may have to wait for what a transaction holds. */
interface TransactionTimes {
  /** For an answer to one statement. */
  statementMs: number
  /** For the next statement: the client may have vanished behind a dead line. */
  idleMs: number
}

/** What a transaction sees of others that commit meanwhile. */
type Isolation = 'read committed' | 'repeatable read read only'

/** Runs `work` in one transaction, and again from its start after a conflict with another one. */
export async function inTransaction<T>(
  pool: Pool,
  times: TransactionTimes,
  work: (tx: Transaction) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, times, work, isolation)
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !isConflict(error)) throw error
      await wait(Math.random() * RETRY_WAIT_MS * attempt)
    }
  }
}

async function tryTransaction<T>(
  pool: Pool,
  times: TransactionTimes,
  work: (tx: Transaction) => Promise<T>,
  isolation: Isolation,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw isOutage(error) ? new DatabaseOutage(error) : error
  })
  let isBroken = false
  try {
    // The server gives up what the client has stopped waiting for, so that its locks hold up nobody.
    await ask(
      client,
      `begin isolation level ${isolation};
       set local statement_timeout = ${times.statementMs};
       set local idle_in_transaction_session_timeout = ${times.idleMs}`,
    )
    const result = await work(transactionOn(client, times.statementMs))
    // PostgreSQL answers a commit with ROLLBACK where `work` swallowed the error of a statement.
    const { command } = await ask(client, 'commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    // Nothing more is said on a dead line; the server rolls back what loses its client.
    if (error instanceof DatabaseOutage) isBroken = true
    else await client.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    client.release(isBroken)
  }
}

function transactionOn(client: ClientBase, timeoutMs: number): Transaction {
  return {
    ...queriesOn(client, timeoutMs),
    async lock(name) {
      const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
      await ask(client, text, [name], timeoutMs)
    },
    async lockRow(table, id) {
      await ask(client, `select 1 from ${table} where id = $1 for update`, [id], timeoutMs)
    },
    async shareRow(table, id) {
      await ask(client, `select 1 from ${table} where id = $1 for share`, [id], timeoutMs)
    },
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code))
}
