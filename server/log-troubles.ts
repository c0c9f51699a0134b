import { BlobsAway } from './blobs/blobs-away.ts'
import { StorageFull } from './blobs/storage-full.ts'
import { DatabaseAway } from './db/sql.ts'
import { NoAnswer } from './http/within-time.ts'
import type { Log } from './log.ts'

const TELL_EVERY_MS = 60_000
/** What goes on for a while and fails much at once; each with what is said of it. */
const TROUBLES = [
  { kind: DatabaseAway, message: 'the database is away' },
  { kind: BlobsAway, message: 'the photo store is away' },
  { kind: StorageFull, message: 'the disk is full' },
  { kind: NoAnswer, message: 'a store does not answer' },
] as const

/** A log that tells of a lasting trouble at once and then each minute, with how often it was met, and without stacks. */
export function countTroubles(log: Log): Log {
  const troubles = TROUBLES.map(({ kind, message }) => ({ kind, note: noteOf(log, message) }))
  const unlessLasting =
    (write: Log['warn']): Log['warn'] =>
    (message, details) => {
      const error = details?.['error']
      const trouble = troubles.find(({ kind }) => error instanceof kind)
      if (trouble) trouble.note((error as Error).message)
      else write(message, details)
    }
  return { ...log, warn: unlessLasting(log.warn), error: unlessLasting(log.error) }
}

function noteOf(log: Log, message: string): (reason: string) => void {
  let met = 0
  let lastReason = ''
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    log.warn(message, { times: met, reason: lastReason })
    met = 0
    timer = setTimeout(() => {
      timer = undefined
      if (met > 0) tell()
    }, TELL_EVERY_MS).unref()
  }

  return (reason) => {
    met += 1
    lastReason = reason
    if (!timer) tell()
  }
}
