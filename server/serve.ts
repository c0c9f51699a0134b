import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_PRODUCT, PRODUCT_SLUG_META } from '../contract/routes.ts'
import { refuseMisplaced } from './backup/misplaced-photos.ts'
import {
  refuseMoved,
  refuseUnfinishedMove,
  refuseUnfinishedRestore,
  SERVING,
} from './backup/unfinished-work.ts'
import { startApp } from './app.ts'
import type { App } from './app.ts'
import { otherClocks, warnOfClock } from './clock.ts'
import { OperatorError } from './settings/read-settings.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { migrate } from './db/migrate.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import { listen } from './http/listen.ts'
import { metaOf } from './http/page-routes.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { findSecret, openSecret, readSharedSecret } from './secret.ts'
import { VERSION } from './settings/version.ts'
import { createSms, openBlobs, openDatabase } from './stores.ts'

/** All that runs is cut before; the whole server has to stop within 10 s. */
const STOP_MS = 9_500
const DIST = join(import.meta.dirname, '../dist')

/**
 * Throws where there is no app to serve: before the database gets this release's shape, with which the one before could not go on.
 * Warns of an app that asks at other addresses: all else in it works, and another host's pages may be built otherwise.
 */
function requireBuild({ productSlug }: Config, log: Log): void {
  const files = ['index.html', '.vite/manifest.json']
  if (!files.every((file) => existsSync(join(DIST, file)))) {
    throw new OperatorError('The app is not built: run npm run build.')
  }
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const built = metaOf(html, PRODUCT_SLUG_META) ?? DEFAULT_PRODUCT.slug
  if (built === productSlug) return
  log.warn(
    `PRODUCT_SLUG is ${productSlug}, and the app was built for ${built}: it finds no highlights. Set PRODUCT_SLUG=${built}, or build it with VITE_PRODUCT_SLUG=${productSlug}.`,
  )
}

/** Codes are to reach somebody where people come from elsewhere; a trial on this machine has no HTTPS. */
function warnOfConsole({ publicUrl, sms }: Config, log: Log): void {
  if (sms.provider !== 'console' || !publicUrl?.startsWith('https:')) return
  log.warn(
    'SMS_PROVIDER is console: sign-in codes are written to the log, and nobody gets an SMS (docs/deploy/sms.md).',
  )
}

/** The key of this installation. Warns where that of the people in its database is lost: all goes on with a new one. */
async function openKey(db: Database, { dataDir }: Config, log: Log): Promise<Buffer> {
  if (db.isShared) return readSharedSecret(db)
  const known = await findSecret(db, { isShared: false, dataDir })
  if (!known && (await db.get(sql`select id from users limit 1`))) {
    log.warn(
      'secret.key is missing beside a database with users, and a new one is made: signed addresses of photos and codes of before do not hold any more, and backups need a new folder. Where you have the old key, put it back and start again.',
    )
  }
  return openSecret(dataDir)
}

/**
 * Serves the app and the API of an installation until the process is told to end, and says where on standard output. The process
 * ends `stopMs` after it was told to, at the latest.
 */
export async function serve(config: Config, stopMs = STOP_MS): Promise<{ port: number }> {
  // Whoever reads the lines may end, and a disk that takes them may be full: neither ends the server, and nobody is left to tell.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  if (config.role !== 'worker') requireBuild(config, log)
  warnOfConsole(config, log)
  refuseUnfinishedRestore(config.dataDir)
  openDataDir(config)
  // Once no move can run any more that would say so a moment later.
  refuseMoved(config)
  const db = await openDatabase(config)
  if (!(await db.tryLock(SERVING, 'shared'))) {
    throw new OperatorError(
      'A restore or a move into the database of DATABASE_URL is running: start again when it has ended.',
    )
  }
  await migrate(db)
  const blobs = await openBlobs(config)
  await refuseUnfinishedMove(blobs)
  await refuseMisplaced(db, blobs, config)
  // The port first: a second start on a taken one must not touch the jobs of the server that has it.
  const started = Promise.withResolvers<App>()
  const served: Pick<App, 'fetch'> = {
    fetch: async (...request) => (await started.promise).fetch(...request),
  }
  const listener = await listen(served, { ...config, log }).catch(cannotListen(config))
  const app = await startApp({
    config,
    db,
    blobs,
    sms: createSms(config.sms, (line) => process.stdout.write(`${line}\n`)),
    secret: await openKey(db, config, log),
    now: Date.now,
    log,
    metrics,
    dist: DIST,
  })
  served.fetch = app.fetch
  started.resolve(app)
  void warnOfClock(otherClocks(db, config), log)
  log.info('started', { version: VERSION })
  process.stdout.write(`Orma is ready at http://localhost:${listener.port}\n`)

  const stop = async () => {
    // What a store that is away or a line that is dead still holds up goes on at the next start.
    setTimeout(() => {
      log.warn('the server stops before all of it has ended')
      process.exit(0)
    }, stopMs)
    log.info('stopping')
    await Promise.all([listener.close(), app.close()])
    await db.close()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
  return { port: listener.port }
}

/** What the operator can do something about, by Node's names. */
function cannotListen({ port, host }: Config): (error: unknown) => never {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} on ${host} is taken by another program`,
    EACCES: `PORT ${port} may not be used by the user that runs the server`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
    ENOTFOUND: `HOST ${host} is no address of this machine`,
    EAI_AGAIN: `HOST ${host} cannot be looked up`,
    EINVAL: `HOST ${host} cannot be listened on`,
    EAFNOSUPPORT: `HOST ${host} is of a kind that this machine does not speak`,
  }
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = reasons[code]
    if (reason === undefined) throw error
    throw new OperatorError(`${reason} (${code}).`)
  }
}
