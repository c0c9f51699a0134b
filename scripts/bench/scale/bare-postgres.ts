import { Client } from 'pg'
import type { QueryConfig } from 'pg'
import type { Queries, Sql } from '../../../server/db/sql.ts'
import { listFeed } from '../../../server/posts/feed.ts'
import { measure } from './measured.ts'
import type { Measured } from './measured.ts'
import type { Installation } from './installation.ts'

const LANES = 16
const READS = 4_000
const WRITES = 1_000

/** The same page of the feed, and one row committed, by nothing but `pg`. */
export async function barePostgres(
  url: string,
  installation: Installation,
  event_id: number,
): Promise<Measured[]> {
  const feed = { name: 'feed', ...(await feedStatement(event_id)) }
  const row = { name: 'row', text: `insert into limit_hits (scope, at) values ('bench', 1)` }
  const clients = Array.from({ length: LANES }, () => new Client(url))
  try {
    for (const client of clients) await client.connect()
    const database = { cpu: async () => ({ ...(await installation.cpu()), servers: 0 }) }
    const ask = (what: string, statement: QueryConfig, count: number) =>
      measure(database, {
        what,
        count,
        lanes: LANES,
        one: async (_, lane) => clients[lane]?.query(statement),
      })
    return [
      await ask('bare PostgreSQL, the rows of a page', feed, READS),
      await ask('bare PostgreSQL, one row committed', row, WRITES),
    ]
  } finally {
    for (const client of clients) await client.end()
  }
}

/** The server's own statement, as it is sent. */
async function feedStatement(event_id: number): Promise<{ text: string; values: unknown[] }> {
  let asked: Sql | undefined
  const all = async <T>(statement: Sql): Promise<T[]> => {
    asked = statement
    return []
  }
  const after = { published_at: Date.now() - 60_000, post_id: Number.MAX_SAFE_INTEGER }
  await listFeed({ all } as unknown as Queries, event_id, { after })
  const { parts = [], values = [] } = asked ?? {}
  const text = parts.map((part, at) => (at === 0 ? part : `$${at}${part}`)).join('')
  return { text, values: [...values] }
}
