import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const VERDICTS = join(ROOT, 'docs/torture-verdicts.jsonl')
const BENCH = join(ROOT, 'docs/BENCH.md')
const START = '<!-- torture verdicts: written by `npm run torture` -->'
const END = '<!-- end of torture verdicts -->'

/** One trial. Every run adds its trials to the file, so that they add up. */
export interface Verdict {
  target: 'queue' | 'server'
  /** Which browser; `none` where the server is the target. */
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

export function readVerdicts(): Verdict[] {
  if (!existsSync(VERDICTS)) return []
  const lines = readFileSync(VERDICTS, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Verdict)
}

/** The sums of all trials, a line for each target and engine. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = [...Map.groupBy(verdicts, ({ target, engine }) => `${target} ${engine}`).values()]
  const lines = rows.map((trials) => {
    const sum = (name: 'kills' | 'acknowledged' | 'faults' | 'lost' | 'doubled' | 'disordered') =>
      trials.reduce((total, trial) => total + trial[name], 0)
    const { target, engine, version } = trials.at(-1)!
    const who = target === 'server' ? 'server' : `upload queue, ${engine}`
    return `| ${who} | ${version} | ${trials.length} | ${sum('kills')} | ${sum('acknowledged')} | ${sum('faults')} | ${sum('lost')} | ${sum('doubled')} | ${sum('disordered')} |`
  })
  return [
    '| what was killed | version | trials | kills | acknowledged | faults | lost | doubled | out of order |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines.toSorted(),
  ].join('\n')
}

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
