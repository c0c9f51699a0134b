import type { Config } from '../config.ts'
import type { Database } from '../db/sql.ts'
import type { DiskSpace } from '../http/operator-routes.ts'
import type { Log } from '../log.ts'
import type { StorageLimits } from '../uploads/storage-room.ts'
import type { Registry } from 'prom-client'
import { followAlerts } from './alerts.ts'
import type { AlertNews } from './alerts.ts'
import { postAlert } from './alert-webhook.ts'
import { createTroubleFinder, diskAlert } from './find-trouble.ts'

const LOOK_EVERY_MS = 60_000

interface WatchParts {
  config: Config
  db: Database
  metrics: Registry
  readSpace: () => Promise<DiskSpace>
  storageLimits: StorageLimits
  log: Log
  now: () => number
}

/**
 * Looks every minute for what is wrong, and tells the operator where they have an address for it. Returns how to stop, which resolves
 * when what is being told is told: it is noted as told before.
 */
export function startWatch(parts: WatchParts): () => Promise<void> {
  const { config, db, readSpace, log, now } = parts
  const findTrouble = createTroubleFinder(parts)
  const { alertWebhook } = config
  const tell = alertWebhook && ((news: AlertNews) => postAlert(alertWebhook, news))
  /** Told of a full disk on which nothing could be noted: this process alone remembers it. */
  let full: AlertNews | undefined
  const look = async () => {
    try {
      await followAlerts({ db, tell, log }, await findTrouble(now()), now())
      if (full) await tell?.({ ...full, state: 'ends' })
      full = undefined
    } catch (error) {
      log.warn('nobody could look for trouble', { error })
      const space = await readSpace()
      if (!tell || full || !space.isFull) return
      const alert = diskAlert(space)
      const news = { ...alert, name: `full-${alert.name}`, state: 'begins', since: now() } as const
      await tell(news)
      full = news
    }
  }
  let looking: Promise<void> | undefined
  const lookUnlessLooking = () => {
    looking ??= look()
      .catch((error: unknown) => log.warn('the operator could not be told', { error }))
      .finally(() => (looking = undefined))
  }
  lookUnlessLooking()
  const timer = setInterval(lookUnlessLooking, LOOK_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
