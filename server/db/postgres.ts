import { Pool, types } from 'pg'
import type { CustomTypesConfig } from 'pg'
import { OperatorError } from '../settings/read-settings.ts'
import { createPostgresListener } from './postgres-listener.ts'
import { createPostgresLocks } from './postgres-locks.ts'
import { inTransaction, queriesOn } from './postgres-queries.ts'
import { sql } from './sql.ts'
import type { Database } from './sql.ts'

const OLDEST_VERSION = 15
const CONNECTIONS_MAX = 10
/**
 * How long a query may wait for a connection, and then for its answer: on a line that is dead nothing else ends it. A caller
 * gives up after 30 s (REQUEST_TIMEOUT_MS), and is to hear before that why.
 */
const ANSWER_MS = 25_000
/** For statements that may take however long. */
const LONG_MS = 24 * 60 * 60_000

/** Type ids of `bigint` and of `numeric`, which sums of it have. Ids, times and sizes all fit a number. */
const BIGINT = 20
const NUMERIC = 1700
const numberTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === BIGINT || id === NUMERIC ? Number : types.getTypeParser(id, format as 'text'),
}

/**
 * Opens a PostgreSQL database, which several processes may share. Rejects with an OperatorError where nobody answers at this
 * address, where it lets us not in, and for a server that is too old or a database that cannot hold every character.
 */
export async function openPostgres(
  url: string,
  { answerMs = ANSWER_MS }: { answerMs?: number } = {},
): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
    types: numberTypes,
  })
  // A connection that breaks while nothing is asked of it is replaced by the pool; one in use rejects its query.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  await requireUsable(pool).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const listener = createPostgresListener(url)
  const locks = createPostgresLocks(url)

  return {
    ...queriesOn(pool),
    transaction: (work, { isLong = false, isSnapshot = false } = {}) =>
      inTransaction(
        pool,
        { statementMs: isLong ? LONG_MS : answerMs, idleMs: isSnapshot ? LONG_MS : answerMs },
        work,
        isSnapshot ? 'repeatable read read only' : 'read committed',
      ),
    listen: listener.listen,
    tryLock: locks.tryLock,
    isShared: true,
    skipLocked: sql`for update skip locked`,
    load: () => {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool
      return { used: totalCount - idle, idle, waiting }
    },
    close: async () => void (await Promise.all([listener.close(), locks.close(), pool.end()])),
  }
}

async function requireUsable(pool: Pool): Promise<void> {
  const text = `
    select current_setting('server_version_num')::int / 10000 as version,
           current_setting('server_encoding') as encoding`
  const { rows } = await pool
    .query<{ version: number; encoding: string }>(text)
    .catch((error: unknown) => {
      throw new OperatorError(`The database of DATABASE_URL cannot be opened: ${reasonOf(error)}.`)
    })
  const { version = 0, encoding = '' } = rows[0] ?? {}
  if (version >= OLDEST_VERSION && encoding === 'UTF8') return
  throw new OperatorError(
    `DATABASE_URL leads to PostgreSQL ${version} and a database in ${encoding}; needed: ${OLDEST_VERSION} or newer, UTF8.`,
  )
}

/** In one line. Where a name has several addresses, the error of each is in `errors` and none in its message. */
function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return String(first instanceof Error ? first.message : first).replaceAll(/\s+/g, ' ')
}
