import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { sql } from '../db/sql.ts'
import type { Database } from '../db/sql.ts'

/** Lies in DATA_DIR once the embedded database has been moved. */
export const MOVED = 'moved-to-postgres'
/** Among the secrets of a database that an installation is being moved into: a hash that names the installation. */
export const MOVING = 'moving'

export function isMoved(dataDir: string): boolean {
  return existsSync(join(dataDir, MOVED))
}

/** Throws a ConfigError where the embedded database would be served again: what guests did since it was moved is not in it. */
export function refuseMoved(dataDir: string): void {
  if (!isMoved(dataDir)) return
  throw new ConfigError(
    `The database in ${dataDir} was moved to PostgreSQL: set DATABASE_URL. To go back to how it was then, remove ${join(dataDir, MOVED)}.`,
  )
}

/** Rejects with a ConfigError where rows of an installation are still to come. */
export async function refuseUnfinishedMove(db: Database): Promise<void> {
  if (!db.isShared || (await readMoving(db)) === undefined) return
  throw new ConfigError(
    'A move into the database of DATABASE_URL has not ended: run npm run migrate-to-postgres again.',
  )
}

export async function readMoving(db: Database): Promise<string | undefined> {
  const row = await db.get<{ value: string }>(sql`select value from secrets where name = ${MOVING}`)
  return row?.value
}
