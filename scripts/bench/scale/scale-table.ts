import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE, measuredOn } from '../record.ts'
import type { Row } from './measured.ts'

const PLACE = /(<!-- scale: written by [^\n]* -->\n)([^]*?)(<!-- end of scale -->)/
const HEAD = [
  'posts',
  'database',
  'processes',
  'what',
  'a second',
  'p50',
  'p99',
  'CPU',
  'CPU of PostgreSQL',
]

export function textOf(rows: readonly Row[]): string {
  return [HEAD, HEAD.map(() => '---'), ...rows.map(cellsOf)].map(lineOf).join('\n')
}

/** Puts the rows into `docs/BENCH.md` in the place of those of the same sizes, each size with its date, machine and commit. */
export function recordRows(rows: readonly Row[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const [, begin, old = '', end] = PLACE.exec(page) ?? []
  if (begin === undefined) throw new Error('docs/BENCH.md has no place for the table of growth')
  const sizes = new Set(rows.map(({ posts }) => sizeOf(posts)))
  const isOther = (line: string) => !sizes.has(/^(?:\| |- )([\d,]+)/.exec(line)?.[1] ?? '')
  const lines = old.split('\n').filter(isOther)
  const notes = [
    ...lines.filter((line) => line.startsWith('- ')),
    ...[...sizes].map((size) => `- ${size} posts: ${measuredOn()}`),
  ]
  const cells = [
    ...lines.filter((line) => /^\| [\d,]+ /.test(line)),
    ...rows.map((row) => lineOf(cellsOf(row))),
  ]
  const bySize = (a: string, b: string) => numberIn(a) - numberIn(b)
  const table = [lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...cells.toSorted(bySize)]
  const text = [notes.toSorted(bySize).join('\n'), table.join('\n')].join('\n\n')
  // A function: in a text, what follows a dollar sign would be read.
  writeFileSync(
    PAGE,
    page.replace(PLACE, () => `${begin}\n${text}\n\n${end}`),
  )
  execFileSync('oxfmt', [PAGE])
}

function cellsOf(row: Row): string[] {
  const { posts, database, processes, what, perSecond, p50, p99, serverCpu, databaseCpu } = row
  return [
    sizeOf(posts),
    database,
    processes === 0 ? '' : String(processes),
    what,
    perSecond === undefined ? '' : perSecond.toFixed(perSecond >= 100 ? 0 : 1),
    `${p50.toFixed(1)} ms`,
    `${p99.toFixed(1)} ms`,
    serverCpu ? `${serverCpu.toFixed(2)} ms` : '',
    databaseCpu ? `${databaseCpu.toFixed(2)} ms` : '',
  ]
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function sizeOf(posts: number): string {
  return posts.toLocaleString('en')
}

function numberIn(line: string): number {
  return Number(/[\d,]+/.exec(line)?.[0].replaceAll(',', ''))
}
