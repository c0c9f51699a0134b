import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const SLOWEST_SHOWN = 10
const ERROR_LINES_SHOWN = 12
const OUTSIDE_TESTS = 'failed before or after its tests; the error stands above'

/** A test in either report; a failed try has left an error. */
interface Tried {
  name: string
  ms: number
  errors: string[]
}

/** The fields used of Vitest's JSON report. */
interface VitestReport {
  testResults: {
    name?: string
    status?: string
    /** What went wrong outside a test: while the file was loaded, or before or after all of its tests. Empty where it was in a group of tests. */
    message?: string
    assertionResults: { fullName: string; duration?: number | null; failureMessages?: string[] }[]
  }[]
}

interface PlaywrightTry {
  duration: number
  errors?: { message?: string; location?: { file: string; line: number } }[]
}

/** The fields used of Playwright's JSON report: suites contain suites, a file is at the top. */
interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { file: string; title: string; tests: { results: PlaywrightTry[] }[] }[]
}

/** A line for each of the ten slowest tests in a report of Vitest or Playwright; none where there is no report. */
export function slowestTests(file: string): string[] {
  return readTests(file)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST_SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}

/** The failed tests of a report, also those that passed on a second try, each with the first lines of its errors. */
export function failedTests(file: string): string[] {
  return readTests(file)
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => [name, ...errors.map(beginning)].join('\n'))
}

function beginning(error: string): string {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES_SHOWN)
  return lines.map((line) => `    ${line}`).join('\n')
}

function readTests(file: string): Tried[] {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightSuite
  return 'testResults' in report ? ofVitest(report) : ofPlaywright(report)
}

function ofVitest({ testResults }: VitestReport): Tried[] {
  return testResults.flatMap(({ name = '', status, message, assertionResults }) => {
    const tests = assertionResults.map(({ fullName, duration, failureMessages = [] }) => ({
      name: fullName,
      ms: duration ?? 0,
      errors: failureMessages,
    }))
    const isTold = status !== 'failed' || tests.some(({ errors }) => errors.length > 0)
    return isTold ? tests : [...tests, { name, ms: 0, errors: [message || OUTSIDE_TESTS] }]
  })
}

function ofPlaywright({ suites = [], specs = [] }: PlaywrightSuite): Tried[] {
  const own = specs.map(({ file, title, tests }) => {
    const tries = tests.flatMap(({ results }) => results)
    return {
      name: `${file} › ${title}`,
      ms: tries.reduce((sum, { duration }) => sum + duration, 0),
      errors: tries.flatMap(({ errors = [] }) => errors.map(described)),
    }
  })
  return [...own, ...suites.flatMap(ofPlaywright)]
}

function described({ message = '', location }: NonNullable<PlaywrightTry['errors']>[0]): string {
  return location ? `${location.file}:${location.line}\n${message}` : message
}
