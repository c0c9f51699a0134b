import type { Database } from '../../server/db/sql.ts'

type Act = () => Promise<unknown>

/** For what happens between a call and its transaction: `do` has something done once, before the next transaction of the watched database. */
export function startMeanwhile(): { do: (act: Act) => void; watch: (db: Database) => Database } {
  let next: Act | undefined
  return {
    do: (act) => (next = act),
    watch: (db) => ({
      ...db,
      async transaction(work, options) {
        const act = next
        next = undefined
        await act?.()
        return db.transaction(work, options)
      },
    }),
  }
}
