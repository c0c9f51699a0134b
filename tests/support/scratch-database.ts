import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../server/db/migrate.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import type { Database } from '../../server/db/sql.ts'

export interface ScratchDatabase {
  db: Database
  file: string
  remove: () => Promise<void>
}

/** A real database of today's schema in a folder of its own. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-db-'))
  const file = join(folder, 'orma.db')
  const db = openSqlite(file)
  await migrate(db)
  return {
    db,
    file,
    async remove() {
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
