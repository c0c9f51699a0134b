import { existsSync } from 'node:fs'
import { moveDatabase } from '../backup/move-database.ts'
import { refuseUnfinishedRestore } from '../backup/unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { readPlaces } from '../config.ts'
import { lockDataDir } from '../data-dir.ts'
import { migrate } from '../db/migrate.ts'
import { findSecret, storeSecret } from '../secret.ts'
import { openDatabase, sqliteFile } from '../stores.ts'
import { countText, refuseArguments, runCommand } from './run-command.ts'

/** `npm run migrate-to-postgres`: copies the embedded database, whose server is stopped, into that of DATABASE_URL. */
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
  if (!lockDataDir(dataDir)) {
    throw new OperatorError(`A server works in DATA_DIR (${dataDir}): stop it first.`)
  }
  const source = await openDatabase({ ...places, databaseUrl: undefined })
  const target = await openDatabase(places)
  try {
    await migrate(source)
    const rows = await moveDatabase({
      source,
      target,
      dataDir,
      secret: await findSecret(source, { isShared: false, dataDir }),
      storeSecret: (tx, secret) => storeSecret(tx, { isShared: true, dataDir }, secret),
    })
    return `Moved ${countText(rows)} rows. Start the server with DATABASE_URL. Photos stay where they are.`
  } finally {
    await Promise.all([source.close(), target.close()])
  }
})
