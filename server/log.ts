import { AsyncLocalStorage } from 'node:async_hooks'
import { NoAnswer, Outage } from './outages.ts'

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'
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
      value instanceof Error ? textOf(value) : value,
    ]),
  )
}

/** Of an outage, which fails much at once, without a stack: where it was met says nothing. */
function textOf(error: Error): string {
  const isOutage = error instanceof Outage || error instanceof NoAnswer
  return isOutage ? error.message : (error.stack ?? error.message)
}
