import { BlobsAway } from './blobs/blobs-away.ts'
import { StorageFull } from './blobs/storage-full.ts'
import { ConfigError } from './config-error.ts'
import { DatabaseAway } from './db/sql.ts'

/** What is to be waited for, or made room for. */
const PASSING = [DatabaseAway, BlobsAway, StorageFull]

/** Ends the process with why it cannot serve: one line where the operator can help it, a stack trace otherwise. */
export function giveUp(error: unknown): never {
  process.stderr.write(`Orma cannot start${whyNot(error as Error)}\n`)
  process.exit(1)
}

function whyNot(error: Error): string {
  if (error instanceof ConfigError) return `. ${error.message}`
  if (PASSING.some((kind) => error instanceof kind)) return `: ${error.message}.`
  return `. ${error.stack}`
}
