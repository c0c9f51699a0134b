import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreOutage, StorageFull, NoAnswer, DatabaseOutage } from './outages.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'
export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent']

/** What is needed to find a fault; never a token, a code, a full phone number or event_hash. */
type Details = Readonly<Record<string, unknown>>

export interface Log {
  debug: (message: string, details?: Details) => void
  info: (message: string, details?: Details) => void
  warn: (message: string, details?: Details) => void
  error: (message: string, details?: Details) => void
}

export interface CurrentRequest {
  id: string
  /** Pattern of the route that answered; undefined until then. */
  route: string | undefined
}

/** The request that the code at hand works for. What goes on after it, for everybody, leaves it (`run(undefined, …)`). */
export const currentRequest = new AsyncLocalStorage<CurrentRequest | undefined>()

/** One line of JSON per entry on standard error; standard output belongs to the operator's interface. */
export function createLog(level: LogLevel): Log {
  const write =
    (at: LogLevel) =>
    (message: string, details: Details = {}) => {
      if (LOG_LEVELS.indexOf(at) < LOG_LEVELS.indexOf(level)) return
      const request = currentRequest.getStore()?.id
      const time = new Date().toISOString()
      const entry = { time, level: at, message, request, ...plain(details) }
      process.stderr.write(`${JSON.stringify(entry)}\n`)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

function plain(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  )
}

const RECORD_EVERY_MS = 60_000
/** Met within this time, it goes on: a process that works looks at its stores more often. */
const LASTS_MS = 10_000
/** What goes on for a while and fails much at once; each with what is said of it while it does, and after. */
const TROUBLES = [
  { kind: DatabaseOutage, now: 'the database is away', after: 'the database was away' },
  { kind: StoreOutage, now: 'the photo store is away', after: 'the photo store was away' },
  { kind: StorageFull, now: 'the disk is full', after: 'the disk was full' },
  { kind: NoAnswer, now: 'a store does not answer', after: 'a store did not answer' },
] as const

/**
 * A log that tells of a lasting trouble at once and then each minute, with how often it was met, and without stacks. Its last line
 * says that it was, and when it was met last.
 */
export function countOutages(log: Log): Log {
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
    timer = setTimeout(look, RECORD_EVERY_MS).unref()
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
