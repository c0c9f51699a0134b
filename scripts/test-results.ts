import { existsSync, readFileSync } from 'node:fs'

/** How many tests ended in which way. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The fields used of Vitest's JSON report. */
interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** The fields used of Playwright's JSON report. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Counts of a run of Vitest that ended with `exitCode`. */
export function countVitest(file: string, exitCode: number): Counts {
  const report = readReport<VitestReport>(file)
  if (!report) return oneFailure()
  // A file that could not be loaded has no tests to fail, but counts as failed.
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return settle(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  })
}

/**
 * Counts of a run of Playwright that ended with `exitCode`. A test that passed on its second try counts as passed; Playwright
 * names it.
 */
export function countPlaywright(file: string, exitCode: number): Counts {
  const report = readReport<PlaywrightReport>(file)
  if (!report) return oneFailure()
  const { expected, unexpected, flaky, skipped } = report.stats
  return settle(exitCode, { passed: expected + flaky, failed: unexpected, skipped })
}

/** One step that failed or could not run. */
export function oneFailure(): Counts {
  return { passed: 0, failed: 1, skipped: 0 }
}

/** One step that passed. */
export function onePass(): Counts {
  return { passed: 1, failed: 0, skipped: 0 }
}

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }
}

/** The last line of a test run: `N passed, N failed`, and the skipped ones if any. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Errors outside any test are seen only in the exit code. */
function settle(exitCode: number, counts: Counts): Counts {
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
