import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { listen } from './http/listen.ts'
import { createLog } from './log.ts'
import { openSecret, readSharedSecret } from './secret.ts'
import { createConsoleSms } from './sms/console-sms.ts'
import { openBlobs, openDatabase } from './stores.ts'

const DIST = join(import.meta.dirname, '../dist')

/** Serves the app and the API of an installation until the process is told to end, and says where on standard output. */
export async function serve(config: Config): Promise<{ port: number }> {
  const log = createLog(config.logLevel)
  refuseUnfinishedRestore(config.dataDir)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const db = await openDatabase(config)
  await migrate(db)
  // The port first: a second start on a taken one must not touch the jobs of the server that has it.
  const started = Promise.withResolvers<App>()
  const served: Pick<App, 'fetch'> = {
    fetch: async (...request) => (await started.promise).fetch(...request),
  }
  const listener = await listen(served, config)
  const app = await startApp({
    config,
    db,
    blobs: openBlobs(config),
    sms: createConsoleSms((line) => process.stdout.write(`${line}\n`)),
    secret: db.isShared ? await readSharedSecret(db) : openSecret(config.dataDir),
    now: Date.now,
    log,
    dist: DIST,
  })
  served.fetch = app.fetch
  started.resolve(app)
  process.stdout.write(`Orma is ready at http://localhost:${listener.port}\n`)

  const stop = async () => {
    await Promise.all([listener.close(), app.close()])
    await db.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  return { port: listener.port }
}

/** Ends the process with why it cannot serve: one sentence where the operator can help it, a stack trace otherwise. */
export function giveUp(error: unknown): never {
  const isPlain = error instanceof ConfigError || isPortTaken(error)
  process.stderr.write(
    `Orma cannot start. ${isPlain ? (error as Error).message : String((error as Error).stack)}\n`,
  )
  process.exit(1)
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
