import { createPostgresLine } from './postgres-line.ts'
import type { PostgresLine } from './postgres-line.ts'
import type { Hold } from './sql.ts'
import { DatabaseOutage } from '../outages.ts'

const TRY = { shared: 'pg_try_advisory_lock_shared', alone: 'pg_try_advisory_lock' }

interface PostgresHolds {
  hold: (name: string, how: 'shared' | 'alone') => Promise<Hold | undefined>
  close: () => Promise<void>
}

/** Advisory locks of a session, each over a line of its own: one that breaks is held again within seconds. */
export function createPostgresHolds(url: string): PostgresHolds {
  const lines = new Set<PostgresLine>()

  return {
    async hold(name, how) {
      let isFree = true
      const line = createPostgresLine(url, async (client) => {
        const text = `select ${TRY[how]}(hashtextextended($1, 0)) as "isFree"`
        const { rows } = await client.query<{ isFree: boolean }>(text, [name])
        isFree = rows[0]?.isFree === true
        if (!isFree) throw new Error(`${name} is held by another process`)
      })
      lines.add(line)
      const letGo = async () => {
        lines.delete(line)
        await line.close()
      }
      try {
        await line.open()
        return letGo
      } catch (error) {
        await letGo()
        if (isFree) throw new DatabaseOutage(error)
        return undefined
      }
    },
    close: async () => void (await Promise.all([...lines].map((line) => line.close()))),
  }
}
