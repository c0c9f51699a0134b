import type { ClientBase, Pool, QueryResult } from 'pg'
import { StorageFull, DatabaseOutage } from '../outages.ts'
import type { Queries, Sql } from './sql.ts'

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
export async function ask(
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

export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return OUTAGES.has(code) || CONNECTION_CLASS.test(code) || WORDS.test(error.message)
}

/** Whether the database's disk has no room (`disk_full`). */
function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53100'
}
