import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import type { Database } from '../db/sql.ts'
import { findEvent } from '../events/events.ts'
import { openDatabase } from '../stores.ts'
import { startRenewal } from '../uploads/renew-photos.ts'

// `npm run renew-photos [-- --event=<event_hash>]`: has the server make its pictures of the photos again.
const { values } = parseArgs({ options: { event: { type: 'string' } } })

try {
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'orma.db'))) {
    throw new ConfigError('There is no database in DATA_DIR.')
  }
  const db = await openDatabase(config)
  const { left, isNew } = await startRenewal(db, await eventIdOf(db, values.event), Date.now())
  await db.close()
  const begun = isNew ? 'The server makes them again while it runs' : 'This is under way already'
  process.stdout.write(`${left} photos to make again. ${begun}.\n`)
} catch (error) {
  const { message, stack } = error as Error
  process.stderr.write(`${error instanceof ConfigError ? message : stack}\n`)
  process.exitCode = 1
}

async function eventIdOf(db: Database, event_hash: string | undefined): Promise<number | null> {
  if (event_hash === undefined) return null
  const event = await findEvent(db, event_hash)
  if (!event) throw new ConfigError('There is no Orma of this event_hash.')
  return event.id
}
