import { BlobsAway } from './blobs/blobs-away.ts'
import { StorageFull } from './blobs/storage-full.ts'
import { DatabaseAway } from './db/sql.ts'
import { NoAnswer } from './http/within-time.ts'
import type { Log } from './log.ts'

const TELL_EVERY_MS = 60_000
/** Met within this time, it goes on: a process that works looks at its stores more often. */
const LASTS_MS = 10_000
/** What goes on for a while and fails much at once; each with what is said of it while it does, and after. */
const TROUBLES = [
  { kind: DatabaseAway, now: 'the database is away', after: 'the database was away' },
  { kind: BlobsAway, now: 'the photo store is away', after: 'the photo store was away' },
  { kind: StorageFull, now: 'the disk is full', after: 'the disk was full' },
  { kind: NoAnswer, now: 'a store does not answer', after: 'a store did not answer' },
] as const

/**
 * A log that tells of a lasting trouble at once and then each minute, with how often it was met, and without stacks. Its last line
 * says that it was, and when it was met last.
 */
export function countTroubles(log: Log): Log {
  const troubles = TROUBLES.map((trouble) => ({ kind: trouble.kind, note: noteOf(log, trouble) }))
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

function noteOf(
  log: Log,
  { now, after }: { now: string; after: string },
): (reason: string) => void {
  let times = 0
  let reason = ''
  let lastMs = 0
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    log.warn(now, { times, reason })
    times = 0
    timer = setTimeout(look, TELL_EVERY_MS).unref()
  }

  function look(): void {
    timer = undefined
    if (Date.now() - lastMs <= LASTS_MS) return tell()
    log.info(after, { times, reason, last: new Date(lastMs).toISOString() })
    times = 0
  }

  return (why) => {
    times += 1
    reason = why
    lastMs = Date.now()
    if (!timer) tell()
  }
}
