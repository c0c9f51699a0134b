import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { beginMove, copyNow, endMove, requireNewest } from '../backup/move-database.ts'
import type { MoveParts } from '../backup/move-database.ts'
import { refuseUnfinishedRestore } from '../backup/unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { readPlaces } from '../config.ts'
import { lockDataDir } from '../data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { findSecret, storeSecret } from '../secret.ts'
import { openDatabase, sqliteFile } from '../stores.ts'
import { countText, refuseArguments, runCommand } from './run-command.ts'

const LOOK_MS = 200

/**
 * `npm run migrate-to-postgres`: copies the embedded database into that of DATABASE_URL while the server goes on, waits until the
 * server is stopped, and copies what has changed.
 */
await runCommand(async () => {
  const places = readPlaces(process.env)
  const { dataDir, databaseUrl } = places
  refuseArguments('npm run migrate-to-postgres takes no arguments.')
  if (databaseUrl === undefined) {
    throw new OperatorError(
      'DATABASE_URL is missing: it has to be that of the PostgreSQL to move to.',
    )
  }
  if (!existsSync(sqliteFile(dataDir))) {
    throw new OperatorError(`There is no Orma in ${dataDir}: set DATA_DIR as for the server.`)
  }
  refuseUnfinishedRestore(dataDir)
  process.umask(0o077)
  let isStopped = lockDataDir(dataDir)
  const source = await openDatabase({ ...places, databaseUrl: undefined })
  const target = await openDatabase(places)
  try {
    const secret = await findSecret(source, { isShared: false, dataDir })
    const parts: MoveParts = {
      source,
      target,
      dataDir,
      secret,
      storeSecret: (tx, key) => storeSecret(tx, { isShared: true, dataDir }, key),
    }
    if (isStopped) await migrate(source)
    else await requireNewest(source)
    await beginMove(parts)
    if (!isStopped) {
      const { written, removed } = await copyNow(parts)
      say(
        `Copied ${countText(written)} rows, removed ${countText(removed)}, while the server goes on. Now stop the server: what has changed is copied then, and it can be started on PostgreSQL.`,
      )
      while (!(isStopped = lockDataDir(dataDir))) await wait(LOOK_MS)
      await migrate(source)
    }
    const start = performance.now()
    const { rows, written, removed } = await endMove(parts)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    return `Moved. ${countText(rows)} rows are the same in both, by count and hash of every table; in ${seconds} s since the server had stopped ${countText(written)} were written and ${countText(removed)} removed. Start the server with DATABASE_URL. Photos stay where they are.`
  } finally {
    await Promise.all([source.close(), target.close()])
  }
})

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
