import type { ClientBase, Pool, QueryResult } from 'pg'
import { isFull, isOutage } from './postgres-outage.ts'
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
    notify: async (channel, word) =>
      void (await ask(client, 'select pg_notify($1, $2)', [channel, word])),
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
