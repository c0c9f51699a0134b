import { Client } from 'pg'
import { DatabaseOutage } from '../outages.ts'
import type { LockMode, Unlock } from './sql.ts'

const TRY = { shared: 'pg_try_advisory_lock_shared', exclusive: 'pg_try_advisory_lock' }
const ANSWER_TIMEOUT_MS = 10_000

/** Advisory locks of a session, each over a connection of its own, with which it ends. */
export function createPostgresLocks(url: string) {
  const clients = new Set<Client>()

  return {
    tryLock: async (name: string, mode: LockMode): Promise<Unlock | undefined> => {
      const client = new Client({
        connectionString: url,
        connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
        query_timeout: ANSWER_TIMEOUT_MS,
        keepAlive: true,
      })
      // Where it breaks, queries report that the database is away.
      client.on('error', () => undefined)
      clients.add(client)
      const unlock = async () => {
        clients.delete(client)
        await client.end()
      }
      try {
        await client.connect()
        const text = `select ${TRY[mode]}(hashtextextended($1, 0)) as "isFree"`
        const { rows } = await client.query<{ isFree: boolean }>(text, [name])
        if (rows[0]?.isFree === true) return unlock
      } catch (error) {
        await unlock().catch(() => undefined)
        throw new DatabaseOutage(error)
      }
      await unlock()
      return undefined
    },
    close: async () => void (await Promise.allSettled([...clients].map((client) => client.end()))),
  }
}
