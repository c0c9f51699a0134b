import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../settings/config-error.ts'

/** Lies in DATA_DIR while a restore runs. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/** Held by every server that works on a shared database, whatever its folder, and alone by a restore. */
export const SERVING = 'serving'

/** What that file says: that a restore of this backup has begun. */
export function markOf({ seal }: { seal: string }): string {
  return `A restore has not ended: run it again.\n${seal}\n`
}

/** Throws a ConfigError where a restore was cut: what it left is no installation. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED_RESTORE))) return
  throw new ConfigError(`A restore into ${dataDir} has not ended: run it again first.`)
}
