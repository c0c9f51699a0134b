import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool, types } from 'pg'
import type { ClientBase, CustomTypesConfig } from 'pg'
import { ConfigError } from '../config.ts'
import { createPostgresEars } from './postgres-ears.ts'
import { sql } from './sql.ts'
import type { Database, Queries, Sql, Transaction } from './sql.ts'

const OLDEST_VERSION = 15
const CONNECTIONS_MAX = 10
/** How long the server may take to answer when we start. */
const OPEN_TIMEOUT_MS = 10_000
/** How long a query may wait for a connection: as long as its caller waits for the answer. */
const CONNECTION_WAIT_MS = 30_000
const TRANSACTION_ATTEMPTS = 5
/** Most that is waited before a transaction in conflict runs again; how long is left to chance, so that two do not meet again. */
const RETRY_WAIT_MS = 50
/** Serialization failure and deadlock (PostgreSQL, appendix A): the transaction may succeed when it is done again. */
const CONFLICTS = new Set(['40001', '40P01'])

/** Type ids of `bigint` and of `numeric`, which sums of it have. Ids, times and sizes all fit a number. */
const BIGINT = 20
const NUMERIC = 1700
const numberTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === BIGINT || id === NUMERIC ? Number : types.getTypeParser(id, format as 'text'),
}

/**
 * Opens a PostgreSQL database, which several processes may share. Rejects with a ConfigError where nobody answers at this
 * address, where it lets us not in, and for a server that is too old or a database that cannot hold every character.
 */
export async function openPostgres(url: string): Promise<Database> {
  await requireUsable(url)
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
    types: numberTypes,
  })
  // A connection that breaks while nothing is asked of it is replaced by the pool; one in use rejects its query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const ears = createPostgresEars(url)

  return {
    ...queriesOn(pool),
    transaction: (work) => inTransaction(pool, work),
    listen: ears.listen,
    isShared: true,
    skipLocked: sql`for update skip locked`,
    close: async () => void (await Promise.all([ears.close(), pool.end()])),
  }
}

async function requireUsable(url: string): Promise<void> {
  const { version, encoding } = await describeServer(url).catch((error: unknown) => {
    throw new ConfigError(`The database of DATABASE_URL cannot be opened: ${reasonOf(error)}.`)
  })
  if (version >= OLDEST_VERSION && encoding === 'UTF8') return
  throw new ConfigError(
    `DATABASE_URL leads to PostgreSQL ${version} and a database in ${encoding}; needed: ${OLDEST_VERSION} or newer, UTF8.`,
  )
}

async function describeServer(url: string): Promise<{ version: number; encoding: string }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: OPEN_TIMEOUT_MS })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; encoding: string }>(`
      select current_setting('server_version_num')::int / 10000 as version,
             current_setting('server_encoding') as encoding`)
    const [about] = rows
    if (!about) throw new Error('it does not say its version')
    return about
  } finally {
    await client.end()
  }
}

/** In one line. Where a name has several addresses, the error of each is in `errors` and none in its message. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return String(first instanceof Error ? first.message : first).replaceAll(/\s+/g, ' ')
}

function queriesOn(client: Pool | ClientBase): Queries {
  const query = ({ parts, values }: Sql) => client.query(numbered(parts), [...values])
  return {
    all: async <Row>(q: Sql) => (await query(q)).rows as Row[],
    get: async <Row>(q: Sql) => (await query(q)).rows[0] as Row | undefined,
    run: async (q) => (await query(q)).rowCount ?? 0,
    define: async (ddl) => void (await client.query(ddl)),
    notify: async (channel, word) =>
      void (await client.query('select pg_notify($1, $2)', [channel, word])),
  }
}

function numbered(parts: readonly string[]): string {
  return parts.reduce((text, part, index) => `${text}$${index}${part}`)
}

async function inTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, work)
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !isConflict(error)) throw error
      await wait(Math.random() * RETRY_WAIT_MS * attempt)
    }
  }
}

async function tryTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin isolation level read committed')
    const result = await work(transactionOn(client))
    // After a failed statement that `work` passed over, PostgreSQL takes a commit for a rollback.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => (isBroken = true))
    throw error
  } finally {
    client.release(isBroken)
  }
}

function transactionOn(client: ClientBase): Transaction {
  return {
    ...queriesOn(client),
    async lock(name) {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    },
    async lockRow(table, id) {
      await client.query(`select 1 from ${table} where id = $1 for update`, [id])
    },
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code))
}
