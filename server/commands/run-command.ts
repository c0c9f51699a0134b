import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ParseArgsConfig } from 'node:util'
import { isOutOfSpace, StorageFull, Outage } from '../outages.ts'
import { readArguments } from '../settings/read-arguments.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** Runs an operator's command and says its last line; ends with 1 and one line where it cannot be done, with a stack at a surprise. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  // What it writes is nobody else's to read.
  process.umask(0o077)
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${whyNot(error)}\n`)
    process.exitCode = 1
  }
}

const NOT_ALLOWED = 'cannot be written or read by the user that runs this'
/** What a file system says of a place that the operator named. */
const UNUSABLE: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'cannot be written: its disk is read-only',
  EEXIST: 'is no folder',
  ENOTDIR: 'is no folder, or lies in none',
}

function whyNot(error: unknown): string | undefined {
  // Of a full disk, what the system said of it.
  const reason = error instanceof StorageFull ? error.cause : error
  const { message, stack } = reason instanceof Error ? reason : new Error(String(reason))
  if (error instanceof StorageFull || isOutOfSpace(error)) {
    return `The disk is full: make room, then run this again. What is done already is not done twice (${message}).`
  }
  const { code = '', path, dest = path } = error as NodeJS.ErrnoException & { dest?: string }
  if (dest !== undefined && code in UNUSABLE) return `${dest} ${UNUSABLE[code]} (${code}).`
  if (dest !== undefined && code === 'ENOENT' && !existsSync(dirname(dest))) {
    return `There is no folder ${dirname(dest)}.`
  }
  return error instanceof OperatorError || error instanceof Outage ? message : stack
}

/** The folder that the operator named, with the options that were given. */
export function readFolder<const T extends Options>(usage: string, known: T) {
  const { values, positionals } = readAll(usage, known)
  const [folder, ...others] = positionals
  if (!folder || others.length > 0) throw new OperatorError(usage)
  return { folder: typedPath(folder), options: values }
}

export function refuseArguments(usage: string): void {
  if (readAll(usage, {}).positionals.length > 0) throw new OperatorError(usage)
}

/** The options that were given; nothing else may be. */
export function readOptions<const T extends Options>(usage: string, known: T) {
  const { values, positionals } = readAll(usage, known)
  if (positionals.length > 0) throw new OperatorError(usage)
  return values
}

type Options = NonNullable<ParseArgsConfig['options']>

function readAll<const T extends Options>(usage: string, options: T) {
  return readArguments({ options, allowPositionals: true }, usage)
}

/** A path that the operator typed, from where they typed it: npm runs commands elsewhere. */
export function typedPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path)
}

/** Rejects with an OperatorError where this is there already: nothing that somebody has is written over. */
export function refuseExisting(path: string): void {
  if (!existsSync(path)) return
  throw new OperatorError(`${path} is there already: remove it, or name another.`)
}

/** Lines whose columns stand below each other; figures to the right. */
export function tableText(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map((cell) => cell.toLocaleString('en')))
  const widths = (texts[0] ?? []).map((_, at) =>
    Math.max(...texts.map((row) => row[at]?.length ?? 0)),
  )
  return rows
    .map((row, y) =>
      row
        .map((cell, x) => {
          const text = texts[y]?.[x] ?? ''
          return typeof cell === 'number'
            ? text.padStart(widths[x] ?? 0)
            : text.padEnd(widths[x] ?? 0)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `1,204 files (12.3 MB)` */
export function filesText({ files, bytes }: { files: number; bytes: number }): string {
  return `${countText(files)} files (${(bytes / 1e6).toFixed(1)} MB)`
}

export function countText(count: number): string {
  return count.toLocaleString('en')
}

/** Ends the process with why it cannot serve: one line where the operator can help it, a stack trace otherwise. */
export function exitUnable(error: unknown): never {
  const { message, stack } = error as Error
  const isOutage = error instanceof Outage
  const reason = error instanceof OperatorError || isOutage ? message : stack
  process.stderr.write(`Orma cannot start${isOutage ? `: ${reason}.` : `. ${reason}`}\n`)
  process.exit(1)
}
