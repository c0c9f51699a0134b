import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { refuseMoved } from '../backup/unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { readPlaces } from '../config.ts'
import type { Database } from '../db/sql.ts'
import { findEvent } from '../events/events.ts'
import { openDatabase, sqliteFile } from '../stores.ts'
import { startRenewal } from '../uploads/renew-photos.ts'
import { countText, runCommand } from './run-command.ts'

/** `npm run renew-photos [-- --event=<event_hash>]`: has the server make its pictures of the photos again. */
await runCommand(async () => {
  const event_hash = readEventHash()
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir))) {
    throw new OperatorError(
      `There is no Orma in ${dataDir}: set DATA_DIR and DATABASE_URL as for the server.`,
    )
  }
  refuseMoved(places)
  const db = await openDatabase(places)
  try {
    const { left, isNew } = await startRenewal(db, await eventIdOf(db, event_hash), Date.now())
    const begun = isNew ? 'The server makes them again while it runs' : 'This is under way already'
    return `${countText(left)} photos to make again. ${begun}.`
  } finally {
    await db.close()
  }
})

function readEventHash(): string | undefined {
  try {
    return parseArgs({ options: { event: { type: 'string' } } }).values.event
  } catch {
    throw new OperatorError(
      'Say of which Orma, or nothing for all: npm run renew-photos -- --event=<event_hash>',
    )
  }
}

async function eventIdOf(db: Database, event_hash: string | undefined): Promise<number | null> {
  if (event_hash === undefined) return null
  const event = await findEvent(db, event_hash)
  if (!event) throw new OperatorError('There is no Orma of this event_hash.')
  return event.id
}
