import { parseArgs } from 'node:util'
import { openInstallation } from '../stores.ts'
import { OperatorError } from '../settings/read-settings.ts'
import type { Database } from '../db/sql.ts'
import { findEvent } from '../events/events.ts'
import { startRenewal } from '../uploads/renew-photos.ts'
import { countText, runCommand } from './run-command.ts'

/** `npm run renew-photos [-- --event=<event_hash>]`: has the server make its pictures of the photos again. */
await runCommand(async () => {
  const event_hash = readEventHash()
  const { db } = await openInstallation()
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
