import { Client } from 'pg'
import type { Ear } from './sql.ts'

const RECONNECT_MS = 1_000
/** A connection that only listens does not notice that its line is dead. */
const PING_MS = 30_000
const ANSWER_TIMEOUT_MS = 10_000

export interface PostgresEars {
  listen: (channel: string, ear: Ear) => () => void
  close: () => Promise<void>
}

/**
 * Hears what any process notifies (LISTEN), over one connection of its own that is made at the first use and made again
 * whenever it breaks. Words sent while there is none are lost: every ear is told so once there is one.
 */
export function createPostgresEars(url: string): PostgresEars {
  const channels = new Map<string, Set<Ear>>()
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const ping = setInterval(() => {
    const asked = client
    asked?.query('select 1').catch(() => reconnect(asked))
  }, PING_MS).unref()

  async function connect(): Promise<void> {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    })
    client = fresh
    fresh.on('notification', ({ channel, payload = '' }) => tell(channel, payload))
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await hear(fresh, channel)
    } catch {
      // The database is away. Queries report that; this connection only tries again.
      reconnect(fresh)
    }
  }

  async function hear(connected: Client, channel: string): Promise<void> {
    await connected.query(`listen ${connected.escapeIdentifier(channel)}`)
    tell(channel, undefined)
  }

  function reconnect(broken: Client): void {
    if (client !== broken || isClosed) return
    client = undefined
    broken.end().catch(() => undefined)
    timer = setTimeout(() => void connect(), RECONNECT_MS)
  }

  function tell(channel: string, word: string | undefined): void {
    for (const ear of channels.get(channel) ?? []) ear(word)
  }

  return {
    listen(channel, ear) {
      const ears = channels.get(channel) ?? new Set()
      const isNew = ears.size === 0
      channels.set(channel, ears.add(ear))
      if (!client && timer === undefined) void connect()
      else if (client && isNew) hear(client, channel).catch(() => undefined)
      return () => void ears.delete(ear)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(ping)
      await client?.end().catch(() => undefined)
    },
  }
}
