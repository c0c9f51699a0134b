import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { OperatorError } from '../settings/read-settings.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** The options of a command that takes nothing else. Refuses all but the known ones, in the words of its help. */
export function readOptions<const T extends Options>(help: string, options: T) {
  try {
    return parseArgs({ options, strict: true }).values
  } catch {
    throw new OperatorError(help)
  }
}

/** A path that the operator typed, from where they typed it: npm runs commands elsewhere. */
export function typedPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', path)
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
