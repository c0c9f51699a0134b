import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { cellsOf } from './figure.ts'

const ROOT = join(import.meta.dirname, '../..')
export const PAGE = join(ROOT, 'docs/BENCH.md')
const TABLES = /(<!-- bench: written by [^\n]* -->\n)([^]*?)(<!-- end of bench -->)/
const HEADING = '### '

/** Puts the figures of a part in the place of its last ones in `docs/BENCH.md`, with date, machine and commit; in the order of `names`. */
export function record(part: string, figures: readonly Figure[], names: readonly string[]): void {
  const text = readFileSync(PAGE, 'utf8')
  if (!TABLES.test(text)) throw new Error('docs/BENCH.md has no place for the table')
  // A function: in a text, what follows a dollar sign would be read.
  const written = text.replace(TABLES, (_, from: string, tables: string, to: string) => {
    const byPart = new Map(
      `\n${tables}`
        .split(`\n${HEADING}`)
        .slice(1)
        .map((table) => [table.slice(0, table.indexOf('\n')), table]),
    )
    byPart.set(part, `${part}\n\n${measuredOn()}\n\n${markdownOf(figures)}\n`)
    const all = names.flatMap((name) => byPart.get(name) ?? [])
    return `${from}\n${all.map((table) => HEADING + table.trimEnd()).join('\n\n')}\n\n${to}`
  })
  writeFileSync(PAGE, written)
  execFileSync('oxfmt', [PAGE])
}

function markdownOf(figures: readonly Figure[]): string {
  const rows = cellsOf(figures)
  return [rows[0] ?? [], rows[0]?.map(() => '---') ?? [], ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** Date, commit and machine. */
export function measuredOn(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  const day = new Date().toISOString().slice(0, 10)
  const cores = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const commit = git('rev-parse', '--short', 'HEAD').trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', ':!docs/BENCH.md')
    ? ', with changes'
    : ''
  return `${day}, commit ${commit}${changed}; ${cores.length} cores (${cores[0]?.model.trim()}), ${gigabytes} GB of memory.`
}
