import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const VERDICTS = join(ROOT, 'docs/torture-verdicts.jsonl')
const BENCH = join(ROOT, 'docs/BENCH.md')
const START = '<!-- torture verdicts: written by `npm run torture` -->'
const END = '<!-- end of torture verdicts -->'

/** One trial. Every run adds its trials to the file, so that they add up. */
interface Verdict {
  target: 'queue' | 'server'
  /** Which browser, or the database of a server. */
  engine: string
  version: string
  seed: number
  kills: number
  /** Photos, or writes, that were acknowledged. */
  acknowledged: number
  faults: number
  lost: number
  doubled: number
  disordered: number
  commit: string
  /** ISO 8601, UTC. */
  at: string
}

/** Adds a trial to the file, and brings the table of `docs/BENCH.md` up to date. */
export function addVerdict(verdict: Omit<Verdict, 'commit' | 'at'>): void {
  const line: Verdict = { ...verdict, commit: commit(), at: new Date().toISOString() }
  appendFileSync(VERDICTS, `${JSON.stringify(line)}\n`)
  writeTable()
}

function readVerdicts(): Verdict[] {
  if (!existsSync(VERDICTS)) return []
  const lines = readFileSync(VERDICTS, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Verdict)
}

const HEADS = [
  'what was killed',
  'version',
  'trials',
  'kills',
  'acknowledged',
  'faults',
  'lost',
  'doubled',
  'out of order',
]

const SERVERS: Readonly<Record<string, string>> = {
  sqlite: 'server on SQLite',
  postgres: 'server and PostgreSQL in turn',
}

/** The sums of all trials, a line for each target and engine. */
function verdictTable(verdicts: readonly Verdict[]): string {
  const groups = [...Map.groupBy(verdicts, ({ target, engine }) => `${target} ${engine}`).values()]
  const rows = groups.map((trials) => {
    const sum = (name: 'kills' | 'acknowledged' | 'faults' | 'lost' | 'doubled' | 'disordered') =>
      trials.reduce((total, trial) => total + trial[name], 0)
    const last = trials.at(-1)
    return [
      last?.target === 'server' ? SERVERS[last.engine] : `upload queue, ${last?.engine}`,
      [...new Set(trials.map(({ version }) => version))].join(', '),
      trials.length,
      sum('kills'),
      sum('acknowledged'),
      sum('faults'),
      sum('lost'),
      sum('doubled'),
      sum('disordered'),
    ].map(String)
  })
  return alignedTable(rows.toSorted((a, b) => String(a).localeCompare(String(b))))
}

/** As the formatter has it. */
function alignedTable(rows: string[][]): string {
  const widths = HEADS.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [line(HEADS), rule, ...rows.map(line)].join('\n')
}

/** Brings the table of `docs/BENCH.md` up to date. */
function writeTable(): void {
  const page = existsSync(BENCH) ? readFileSync(BENCH, 'utf8') : ''
  const [before, rest = ''] = page.split(START)
  const after = rest.split(END)[1]
  if (before === undefined || after === undefined) return
  const table = `${START}\n\n${verdictTable(readVerdicts())}\n\n${END}`
  writeFileSync(BENCH, before + table + after)
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).trim()
  } catch {
    // A copy without its history.
    return 'unknown'
  }
}
