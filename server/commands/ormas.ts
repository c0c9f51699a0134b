import { exportArchive } from '../archives/export-archive.ts'
import type { Database } from '../db/sql.ts'
import { deleteEvent } from '../events/delete-event.ts'
import { createLog } from '../log.ts'
import { AT_SERVER, recordOperatorAct } from '../operator/operator-acts.ts'
import { findOrma, listOrmas, setPaused } from '../operator/ormas.ts'
import type { ListedOrma } from '../operator/ormas.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { openBlobs, openInstallation } from '../stores.ts'
import type { Places } from '../config.ts'
import {
  countText,
  readOptions,
  refuseExisting,
  runCommand,
  tableText,
  typedPath,
} from './run-command.ts'

const USAGE = 'npm run ormas -- --help says how it is called.'

const OPTIONS = {
  json: { type: 'boolean' },
  pause: { type: 'string' },
  reopen: { type: 'string' },
  export: { type: 'string' },
  to: { type: 'string' },
  delete: { type: 'string' },
  yes: { type: 'boolean' },
} as const

const HEAD = ['Link', 'Day', 'Name', 'Owner', 'Photos', 'MB', 'Last active', '']

type Given = ReturnType<typeof readOptions<typeof OPTIONS>>

/** `npm run ormas`: lists Ormas, and pauses, reopens, exports or deletes one. */
await runCommand(async () => {
  const given = readOptions(USAGE, OPTIONS)
  const { pause, reopen, export: exported, delete: deleted } = given
  const acts = [pause, reopen, exported, deleted].filter((start) => start !== undefined)
  if (acts.length > 1 || (exported !== undefined) !== Boolean(given.to)) {
    throw new OperatorError(USAGE)
  }
  const { db, places } = await openInstallation()
  try {
    if (pause !== undefined) return await close(db, pause, true)
    if (reopen !== undefined) return await close(db, reopen, false)
    if (exported !== undefined) return await save(db, places, exported, given)
    if (deleted !== undefined) return await remove(db, places, deleted, given)
    const ormas = await listOrmas(db)
    // How full one may be a running server alone knows.
    const told = ormas.map(({ isFull: _unknown, ...orma }) => orma)
    return given.json ? JSON.stringify(told, undefined, 2) : listText(ormas)
  } finally {
    await db.close()
  }
})

function listText(ormas: readonly ListedOrma[]): string {
  if (ormas.length === 0) return 'There is no Orma yet.'
  const rows = ormas.map((orma) => [
    orma.hash,
    orma.day,
    orma.name,
    orma.owner,
    orma.photos,
    megabytes(orma.bytes),
    orma.lastActive?.slice(0, 10) ?? 'never',
    pauseText(orma),
  ])
  return tableText([HEAD, ...rows])
}

/** Rounded as on `/admin`. */
function megabytes(bytes: number): string {
  const amount = bytes / 1e6
  return amount < 10 ? amount.toFixed(1) : String(Math.round(amount))
}

function pauseText({ isPaused, isPausedByHost }: ListedOrma): string {
  if (isPausedByHost) return 'paused'
  return isPaused ? 'paused by its owner' : ''
}

async function close(db: Database, start: string, isPaused: boolean): Promise<string> {
  const { id, name, paused } = await findOrma(db, start)
  const isNew = await setPaused(db, id, { isPaused, ...AT_SERVER }, Date.now())
  if (!isPaused && paused) return `“${name}” is paused by its owner, and opened by them alone.`
  const words = isPaused ? 'paused' : 'open'
  return isNew ? `“${name}” is ${words} now.` : `“${name}” was ${words} already.`
}

/** The place of a zip that is not there yet. */
function newZip(to: string): string {
  if (!to.endsWith('.zip'))
    throw new OperatorError(`The name of a zip ends in .zip: --to=${to}.zip`)
  const file = typedPath(to)
  refuseExisting(file)
  return file
}

async function save(
  db: Database,
  places: Places,
  start: string,
  { to = '' }: Given,
): Promise<string> {
  const file = newZip(to)
  const { id, name } = await findOrma(db, start)
  const parts = { db, blobs: await openBlobs(places), log: createLog('warn') }
  const count = await exportArchive(parts, { event_id: id }, file)
  if (count === 0) {
    throw new OperatorError(`“${name}” has no photos that are shown, so no file was written.`)
  }
  await recordOperatorAct(db, { ...AT_SERVER, action: 'export_orma', about: name }, Date.now())
  return `Wrote ${countText(count)} photos and videos of “${name}” into ${file}.`
}

async function remove(
  db: Database,
  places: Places,
  start: string,
  { yes }: Given,
): Promise<string> {
  const { id, name, posts } = await findOrma(db, start)
  if (!yes) {
    throw new OperatorError(
      `“${name}” with ${countText(posts)} photos and videos would be deleted for good, for everyone. Say so: npm run ormas -- --delete=${start} --yes`,
    )
  }
  await deleteEvent({ db, blobs: await openBlobs(places), log: createLog('info') }, id, {
    record: (tx) =>
      recordOperatorAct(tx, { ...AT_SERVER, action: 'delete_orma', about: name }, Date.now()),
  })
  return `“${name}” is deleted with ${countText(posts)} photos and videos.`
}
