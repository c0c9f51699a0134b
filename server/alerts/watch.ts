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
  const { config, db, log, now } = parts
  const findTrouble = createTroubleFinder(parts)
  const { alertWebhook } = config
  const tell = alertWebhook && ((news: AlertNews) => postAlert(alertWebhook, news))
  const followFullDisk = createFullDiskFollower(parts, tell)
  const look = async () => {
    try {
      await followAlerts({ db, tell, log }, await findTrouble(now()), now())
      await followFullDisk(false)
    } catch (error) {
      log.warn('nobody could look for trouble', { error })
      await followFullDisk(true)
    }
  }
  let looking: Promise<void> | undefined
  const lookUnlessLooking = () => {
    looking ??= look().finally(() => (looking = undefined))
  }
  lookUnlessLooking()
  const timer = setInterval(lookUnlessLooking, LOOK_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/**
 * Where a look fails and the disk is full, nothing can be noted of it: this process remembers what it told, and tells that it is
 * over once a look is done.
 */
function createFullDiskFollower(
  { readSpace, log, now }: WatchParts,
  tell: ((news: AlertNews) => Promise<void>) | undefined,
): (hasFailed: boolean) => Promise<void> {
  let told: AlertNews | undefined
  return async (hasFailed) => {
    if (!tell || hasFailed === (told !== undefined)) return
    try {
      if (told) {
        await tell({ ...told, state: 'ends' })
        told = undefined
        return
      }
      const space = await readSpace()
      if (!space.isFull) return
      const alert = diskAlert(space)
      const news = { ...alert, name: `full-${alert.name}`, state: 'begins', since: now() } as const
      await tell(news)
      told = news
    } catch (error) {
      log.warn('the operator could not be told', { alert: 'full-disk', error })
    }
  }
}
