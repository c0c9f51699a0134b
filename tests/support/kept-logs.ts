import { randomUUID } from 'node:crypto'
import { appendFileSync, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where a run of all tests collects what servers log, to look through it at its end; undefined where nobody does. */
const FOLDER = process.env['ORMA_TEST_LOGS']

/** Settings of a server whose log is kept: all that it could ever say. */
export const KEPT_LOG_SETTINGS: Record<string, string> = FOLDER ? { LOG_LEVEL: 'debug' } : {}

/** Keeps what a server's process writes to standard error. */
export function keepLog(errors: Readable): void {
  if (FOLDER) errors.pipe(createWriteStream(join(FOLDER, `${randomUUID()}.log`)))
}

/** Keeps what a server in this process logs. */
export function keepEntry(entry: Readonly<Record<string, unknown>>): void {
  if (!FOLDER) return
  const line = JSON.stringify(entry, (_key, value: unknown) =>
    value instanceof Error ? (value.stack ?? value.message) : value,
  )
  appendFileSync(join(FOLDER, `${process.pid}.log`), `${line}\n`)
}

/** Keeps a number to which a code was sent: no log may hold it. */
export function keepPhone(phone: string): void {
  if (FOLDER) appendFileSync(join(FOLDER, `${process.pid}.phones`), `${phone}\n`)
}
