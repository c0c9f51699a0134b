import { existsSync, readFileSync } from 'node:fs'

const SHOWN = 10

interface Timed {
  name: string
  ms: number
}

/** What is read of Vitest's JSON report. */
interface VitestReport {
  testResults: { assertionResults: { fullName: string; duration?: number | null }[] }[]
}

/** What is read of Playwright's JSON report: suites lie in suites, a file at the top. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { file: string; title: string; tests: { results: { duration: number }[] }[] }[]
}

/** A line for each of the ten tests of a report of Vitest or Playwright that took longest; none where there is no report. */
export function slowestTests(file: string): string[] {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightSuite
  const timed = 'testResults' in report ? ofVitest(report) : ofPlaywright(report)
  return timed
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}

function ofVitest({ testResults }: VitestReport): Timed[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.map(({ fullName, duration }) => ({ name: fullName, ms: duration ?? 0 }))
}

function ofPlaywright({ suites = [], specs = [] }: PlaywrightSuite): Timed[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  }))
  return [...own, ...suites.flatMap(ofPlaywright)]
}
