import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from './db/file-lock.ts'
import { OperatorError } from './settings/read-settings.ts'
import type { Places } from './config.ts'

/** What the server makes in DATA_DIR, with the files that SQLite puts beside its own. */
const OURS = /^(orma\.db.*|server\.lock|secret\.key|blobs|spool)$/

/** Throws an OperatorError where this is root and the folder another's: who could not read what root writes there. */
export function refuseRoot(dataDir: string): void {
  const owner = statIfSeen(dataDir)?.uid
  if (owner === undefined || owner === 0 || process.geteuid?.() !== 0) return
  throw new OperatorError(
    `DATA_DIR (${dataDir}) belongs to user ${owner}, who could not read what root writes there: run this as that user.`,
  )
}

/**
 * Makes DATA_DIR, takes it for this server alone where the database is in it, and keeps from all other users what is there and
 * what this process and its children will write. Throws an OperatorError where the folder cannot be written or is another's.
 */
export function openDataDir({ dataDir, databaseUrl }: Places): void {
  process.umask(0o077)
  try {
    mkdirSync(dataDir, { recursive: true })
    closeSync(openSync(lockFile(dataDir), 'a'))
  } catch (error) {
    throw unusable(dataDir, error)
  }
  if (databaseUrl === undefined && !lockDataDir(dataDir)) {
    throw new OperatorError(`Another server works in DATA_DIR (${dataDir}): stop it first.`)
  }
  try {
    for (const name of readdirSync(dataDir).filter((entry) => OURS.test(entry))) {
      const path = join(dataDir, name)
      chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
    }
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

/** Keeps every other server away from the database in DATA_DIR for as long as this process lives. False where another one has it. */
export function lockDataDir(dataDir: string): boolean {
  try {
    return takeLock(lockFile(dataDir)) !== undefined
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

function unusable(dataDir: string, error: unknown): OperatorError {
  const reason = error instanceof Error ? error.message : String(error)
  return new OperatorError(
    `DATA_DIR (${dataDir}) cannot be used: ${reason}${ownerOf(dataDir, error)}.`,
  )
}

/** Whose it is, where that is what keeps this user out. */
function ownerOf(dataDir: string, error: unknown): string {
  const { code, path } = error as NodeJS.ErrnoException
  if (code !== 'EACCES' && code !== 'EPERM') return ''
  const user = process.geteuid?.()
  if (!statIfSeen(dataDir)) return `; make the folder and give it to user ${user}, which runs this`
  // One file of it may be another's.
  const all = [...(path === undefined ? [] : [path]), lockFile(dataDir), dataDir]
  const found = all.map((path) => statIfSeen(path)).find((stats) => stats !== undefined)
  if (!found || found.uid === user) return ''
  // No server is to run as root.
  const asThat = found.uid === 0 ? '' : 'run it as that user, or '
  return `; it belongs to user ${found.uid} and this runs as user ${user}: ${asThat}chown -R the folder to the user that runs the server`
}

function statIfSeen(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    // What lies in a folder of another user cannot be seen.
    return undefined
  }
}
