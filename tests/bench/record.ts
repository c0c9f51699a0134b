import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { cellsOf } from './figure.ts'

const ROOT = join(import.meta.dirname, '../..')
export const PAGE = join(ROOT, 'docs/BENCH.md')
const TABLE = /(<!-- bench: written by [^\n]* -->\n)[^]*?(<!-- end of bench -->)/

/** Puts the figures in the place of the last table in `docs/BENCH.md`, with date, machine and commit. */
export function record(figures: readonly Figure[]): void {
  const text = readFileSync(PAGE, 'utf8')
  if (!TABLE.test(text)) throw new Error('docs/BENCH.md has no place for the table')
  const rows = cellsOf(figures)
  const table = [rows[0] ?? [], rows[0]?.map(() => '---') ?? [], ...rows.slice(1)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
  // A function: in a text, what follows a dollar sign would be read.
  writeFileSync(
    PAGE,
    text.replace(TABLE, (_, from, to) => `${from}\n${measuredOn()}\n\n${table}\n\n${to}`),
  )
  execFileSync('oxfmt', [PAGE])
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
