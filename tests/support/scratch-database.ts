import { migrate } from '../../server/db/migrate.ts'
import type { Database } from '../../server/db/sql.ts'
import { openDatabase, takeDatabase } from './database-places.ts'
import type { DatabasePlace } from './database-places.ts'

export interface ScratchDatabase extends DatabasePlace {
  db: Database
}

/** A real, empty database with the current schema: on PostgreSQL where this run uses it, otherwise on SQLite. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const { address, remove } = await takeDatabase()
  const db = await openDatabase(address)
  await migrate(db)
  return {
    db,
    address,
    async remove() {
      await db.close()
      await remove()
    },
  }
}
