import type { Log } from '../log.ts'
import { DatabaseAway } from './sql.ts'

const TELL_EVERY_MS = 60_000

/** A log that tells of a database that is away at once and then each minute, with how often it was met, and without stacks. */
export function countOutages(log: Log): Log {
  let met = 0
  let reason = ''
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    log.warn('the database is away', { times: met, reason })
    met = 0
    timer = setTimeout(() => {
      timer = undefined
      if (met > 0) tell()
    }, TELL_EVERY_MS).unref()
  }

  const unlessAway =
    (write: Log['warn']): Log['warn'] =>
    (message, details) => {
      if (!(details?.['error'] instanceof DatabaseAway)) return write(message, details)
      met += 1
      reason = details['error'].message
      if (!timer) tell()
    }

  return { ...log, warn: unlessAway(log.warn), error: unlessAway(log.error) }
}
