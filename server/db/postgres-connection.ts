import { Client } from 'pg'

const RECONNECT_MS = 1_000
/** A connection of which nothing is asked does not notice that its line is dead. */
const PING_MS = 30_000
const ANSWER_TIMEOUT_MS = 10_000

/** A connection of its own, which is made again whenever it breaks. */
export interface PostgresConnection {
  /** Makes the connection. Rejects where that fails at first, and goes on trying. */
  open: () => Promise<void>
  isOpened: () => boolean
  /** Undefined while there is none. */
  client: () => Client | undefined
  close: () => Promise<void>
}

/** `onOpen` is called with every new connection, which is given up where that rejects. */
export function createPostgresConnection(
  url: string,
  onOpen: (client: Client) => Promise<void>,
): PostgresConnection {
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
    try {
      await fresh.connect()
      await onOpen(fresh)
    } catch (error) {
      reconnect(fresh)
      throw error
    }
  }

  function reconnect(broken: Client): void {
    if (client !== broken || isClosed) return
    client = undefined
    broken.end().catch(() => undefined)
    // Where the database is away, queries report that; this connection only tries again.
    timer = setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS)
  }

  return {
    open: connect,
    isOpened: () => client !== undefined || timer !== undefined,
    client: () => client,
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(ping)
      await client?.end().catch(() => undefined)
    },
  }
}
