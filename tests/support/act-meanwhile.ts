import type { Database } from '../../server/db/sql.ts'

type Act = () => Promise<unknown>

/**
 * For what happens between a call and what it writes: `do` has something done once, before the next transaction of the watched
 * database. `ofStatements`: before the next statement that writes without one, too.
 */
export function startMeanwhile({ ofStatements = false } = {}): {
  do: (act: Act) => void
  watch: (db: Database) => Database
} {
  let next: Act | undefined
  async function act(): Promise<void> {
    const done = next
    next = undefined
    await done?.()
  }
  return {
    do: (what) => (next = what),
    watch: (db) => ({
      ...db,
      async transaction(work, options) {
        await act()
        return db.transaction(work, options)
      },
      async run(statement) {
        if (ofStatements) await act()
        return db.run(statement)
      },
    }),
  }
}
