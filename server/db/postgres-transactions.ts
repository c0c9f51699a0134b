import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { isOutage, ask, queriesOn } from './postgres-queries.ts'
import type { Transaction } from './sql.ts'
import { DatabaseOutage } from '../outages.ts'

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
