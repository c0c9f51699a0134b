import { createPostgresConnection } from './postgres-connection.ts'
import type { PostgresConnection } from './postgres-connection.ts'
import type { LockMode, Unlock } from './sql.ts'
import { DatabaseOutage } from '../outages.ts'

const TRY = { shared: 'pg_try_advisory_lock_shared', exclusive: 'pg_try_advisory_lock' }

/** Advisory locks of a session, each over a connection of its own: with one that breaks they are taken again within seconds. */
export function createPostgresLocks(url: string) {
  const connections = new Set<PostgresConnection>()

  return {
    tryLock: async (name: string, mode: LockMode): Promise<Unlock | undefined> => {
      let isFree = true
      const connection = createPostgresConnection(url, async (client) => {
        const text = `select ${TRY[mode]}(hashtextextended($1, 0)) as "isFree"`
        const { rows } = await client.query<{ isFree: boolean }>(text, [name])
        isFree = rows[0]?.isFree === true
        if (!isFree) throw new Error(`${name} is held by another process`)
      })
      connections.add(connection)
      const unlock = async () => {
        connections.delete(connection)
        await connection.close()
      }
      try {
        await connection.open()
        return unlock
      } catch (error) {
        await unlock()
        if (isFree) throw new DatabaseOutage(error)
        return undefined
      }
    },
    close: async () =>
      void (await Promise.all([...connections].map((connection) => connection.close()))),
  }
}
