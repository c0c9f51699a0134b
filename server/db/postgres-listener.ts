import { Client } from 'pg'
import type { Listener } from './sql.ts'

const RECONNECT_MS = 1_000
/** A connection of which nothing is asked does not notice that its line is dead. */
const PING_MS = 30_000
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Receives what any process notifies (LISTEN), over a connection that is opened at the first use, and again whenever it breaks.
 * Messages sent while it is broken are lost: every listener is told so once there is one.
 */
export function createPostgresListener(url: string) {
  const channels = new Map<string, Set<Listener>>()
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
    fresh.on('error', () => reconnect(fresh))
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => notify(channel, payload))
    try {
      await fresh.connect()
      for (const channel of channels.keys()) await subscribe(fresh, channel)
    } catch {
      reconnect(fresh)
    }
  }

  function reconnect(broken: Client): void {
    if (client !== broken || isClosed) return
    client = undefined
    broken.end().catch(() => undefined)
    // Where the database is away, queries report that; this connection only tries again.
    timer = setTimeout(() => void connect(), RECONNECT_MS)
  }

  let last = Promise.resolve()
  /** One after the other: a connection does one statement at a time. */
  function subscribe(connected: Client, channel: string): Promise<void> {
    const subscribed = last.then(async () => {
      await connected.query(`listen ${connected.escapeIdentifier(channel)}`)
      notify(channel, undefined)
    })
    last = subscribed.catch(() => undefined)
    return subscribed
  }

  function notify(channel: string, message: string | undefined): void {
    for (const listener of channels.get(channel) ?? []) listener(message)
  }

  return {
    listen: (channel: string, listener: Listener) => {
      const listeners = channels.get(channel) ?? new Set()
      const isNew = listeners.size === 0
      channels.set(channel, listeners.add(listener))
      if (!client && !timer) void connect()
      else if (client && isNew) subscribe(client, channel).catch(() => undefined)
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(ping)
      await client?.end().catch(() => undefined)
    },
  }
}
