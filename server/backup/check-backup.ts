import { knownVersions } from '../db/migrate.ts'
import { createBackupFiles } from './backup-files.ts'
import type { BackupFile } from './backup-files.ts'
import { readManifest } from './manifest.ts'
import type { BackupEntry, BackupHeader, TableLine } from './manifest.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** So many damaged files are named. */
const NAMED_MAX = 10

export interface BackupContent extends BackupHeader {
  /** That of no other backup. */
  seal: string
  tables: TableLine[]
  secret: BackupFile | undefined
  blobs: { files: number; bytes: number }
}

/** Compares every file of a backup with its hash. Rejects with an OperatorError that names what is damaged or missing. */
export async function checkBackup(folder: string): Promise<BackupContent> {
  const files = createBackupFiles(folder)
  /** By their hashes: photos of the same bytes share a file. */
  const damaged = new Map<string, string>()
  const tables: TableLine[] = []
  const blobs = { files: 0, bytes: 0 }
  let secret: BackupFile | undefined
  const about = await readManifest(folder, async (entry) => {
    if (!damaged.has(entry.sha256) && !(await files.isSound(entry))) {
      damaged.set(entry.sha256, describe(entry))
    }
    if ('table' in entry) tables.push(entry)
    else if ('secret' in entry) secret = entry
    else {
      blobs.files += 1
      blobs.bytes += entry.size
    }
  })
  if (damaged.size > 0) {
    const named = [...damaged.values()].slice(0, NAMED_MAX).join(', ')
    const more = damaged.size > NAMED_MAX ? `, and ${damaged.size - NAMED_MAX} more` : ''
    throw new OperatorError(`The backup is damaged: missing, or not as written: ${named}${more}.`)
  }
  requireKnown(about.versions)
  return { ...about, tables, secret, blobs }
}

function describe(entry: BackupEntry): string {
  const what = 'blob' in entry ? entry.blob : 'table' in entry ? `rows of ${entry.table}` : 'key'
  return `${what} (files/${entry.sha256.slice(0, 2)}/${entry.sha256})`
}

function requireKnown(versions: readonly number[]): void {
  const known = knownVersions()
  if (versions.every((version) => known.has(version))) return
  throw new OperatorError(
    `The backup is of a newer release: its database has version ${Math.max(...versions)}, and this release knows ${Math.max(...known)}.`,
  )
}
