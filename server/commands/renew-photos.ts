import { openInstallation } from '../stores.ts'
import { OperatorError } from '../settings/read-settings.ts'
import type { Database } from '../db/sql.ts'
import { findEvent } from '../events/events.ts'
import { missingForVideos } from '../media/ffmpeg.ts'
import { startRenewal } from '../uploads/renew-photos.ts'
import { countText, readOptions, runCommand } from './run-command.ts'

const USAGE = 'Say of which Orma, or nothing for all: npm run renew-photos -- --event=<event_hash>'

/** `npm run renew-photos [-- --event=<event_hash>]`: has the server make what it makes of photos and videos again. */
await runCommand(async () => {
  const { event: event_hash } = readOptions(USAGE, { event: { type: 'string' } })
  const { db } = await openInstallation()
  try {
    const event_id = await eventIdOf(db, event_hash)
    // Of several machines another one may be able to.
    const missing = db.isShared ? undefined : await missingForVideos()
    const hasVideos = missing === undefined
    const { left, isNew } = await startRenewal(db, event_id, Date.now(), { hasVideos })
    const begun = isNew ? 'The server makes them again while it runs' : 'This is under way already'
    const leftOut = hasVideos ? '' : ` Videos stay as they are: ${missing} is missing.`
    return `${leftText(left)} to make again. ${begun}.${leftOut}`
  } finally {
    await db.close()
  }
})

function leftText({ photo, video }: { photo: number; video: number }): string {
  const photos = photo === 1 ? '1 photo' : `${countText(photo)} photos`
  if (video === 0) return photos
  return `${photos} and ${video === 1 ? '1 video' : `${countText(video)} videos`}`
}

async function eventIdOf(db: Database, event_hash: string | undefined): Promise<number | null> {
  if (event_hash === undefined) return null
  const event = await findEvent(db, event_hash)
  if (!event) throw new OperatorError('There is no Orma of this event_hash.')
  return event.id
}
