import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from './build-changed.mjs'
import { runScript, stopScripts } from './child-group.ts'
import { givenOptions } from './given-options.ts'
import { installChromium, installFfmpeg, installUnzip } from './install-programs.ts'
import { roomyMemory } from './roomy-memory.ts'
import { scanLogs } from './scan-logs.ts'
import { failedTests, slowestTests } from './test-reports.ts'
import {
  addCounts,
  countPlaywright,
  countVitest,
  oneFailure,
  onePass,
  summaryLine,
} from './test-results.ts'
import type { Counts } from './test-results.ts'

type Step = [name: string, run: () => Promise<Counts>]

const { full: FULL = false } = givenOptions({ options: { full: { type: 'boolean' } } }).values
/** A run that hangs is ended. Generous: a busy machine takes many times as long. */
const DEADLINE_MS = FULL ? 180 * 60_000 : 80 * 60_000
const FULL_ENV: Record<string, string> = FULL ? { ORMA_TEST_FULL: '1' } : {}
const LEAKS_SHOWN = 20
const ENVIRONMENTS = ['src', 'sw', 'server', 'tests', 'tests/server', 'tests/sw']

/** All that tests write, gone with the run. In memory nothing waits for a disk; the full run has one, as servers do. */
const scratch = mkdtempSync(join((FULL ? undefined : roomyMemory()) ?? tmpdir(), 'orma-tests-'))
// PostgreSQL has its files below as another user.
chmodSync(scratch, 0o711)
const reports = join(scratch, 'reports')
/** What all servers of these tests log. */
const logs = join(reports, 'logs')
mkdirSync(logs, { recursive: true })
const TEST_ENV = {
  ...FULL_ENV,
  ORMA_TEST_LOGS: logs,
  TMPDIR: scratch,
  // Hundreds of times a server or a command starts: with what was compiled before, in half the time.
  NODE_COMPILE_CACHE: join(scratch, 'compiled'),
}
const deadline = AbortSignal.timeout(DEADLINE_MS)

process.on('exit', () => {
  stopScripts()
  rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))
deadline.addEventListener('abort', stopScripts)

/** Shown at the very end, where they are seen. */
const failures: string[] = []
let total: Counts = { passed: 0, failed: 0, skipped: 0 }
// Only steps without a browser run at the same time. They are quiet, so that their outputs do not mix.
await Promise.all([inTurn(checks()), inTurn(builtAndTested())])
await inTurn([
  ['browser tests', runPlaywright],
  ['X16: secrets in logs', lookForSecrets],
])
if (failures.length > 0) console.log(['Failed, if only at a first try:', ...failures].join('\n'))
console.log(summaryLine(total))
process.exitCode = total.failed === 0 ? 0 : 1

async function inTurn(steps: Step[]): Promise<void> {
  for (const [name, run] of steps) {
    const startedAt = performance.now()
    const counts = deadline.aborted ? oneFailure() : await run()
    total = addCounts(total, counts)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const note = deadline.aborted ? ' (out of time)' : ''
    console.log(
      `${counts.failed === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(24)} ${seconds} s${note}`,
    )
  }
}

function checks(): Step[] {
  return [
    ...ENVIRONMENTS.map((folder): Step => [
      `types of ${folder}`,
      () => check([bin('tsc'), '-p', folder]),
    ]),
    ['lint', () => check([bin('oxlint'), '--type-aware', '--deny-warnings'])],
    ['format', () => check([bin('oxfmt'), '--check'])],
  ]
}

/** Some unit tests start the real server with the built app. */
function builtAndTested(): Step[] {
  return [
    ['build', async () => ((await buildIfChanged()) ? onePass() : oneFailure())],
    ['bytes', () => check(['scripts/check-bytes.ts'], { isAlwaysShown: true })],
    ['unit and server tests', runVitest],
  ]
}

/** Runs a command that passes or fails as a whole; its output is shown when it fails. */
async function check(args: string[], { isAlwaysShown = false } = {}): Promise<Counts> {
  const { code, output } = await runScript(args, { isShown: false })
  if (code !== 0 || isAlwaysShown) process.stdout.write(output)
  return code === 0 ? onePass() : oneFailure()
}

async function runVitest(): Promise<Counts> {
  if (!installFfmpeg()) {
    console.log('The tests of films need ffmpeg with ffprobe: install them and run this again.')
    return oneFailure()
  }
  if (!installUnzip()) {
    console.log(
      'The tests of downloads need unzip, 7z and python3: install them and run this again.',
    )
    return oneFailure()
  }
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output } = await runScript([bin('vitest'), ...args], {
    isShown: false,
    env: TEST_ENV,
  })
  process.stdout.write(output)
  noteReport(report)
  return countVitest(report, code)
}

async function runPlaywright(): Promise<Counts> {
  if (!installChromium()) {
    console.log(
      'The browser tests need Chromium, and it could not be fetched: install it as /usr/bin/chromium and run this again.',
    )
    return oneFailure()
  }
  const report = join(reports, 'playwright.json')
  const { code } = await runScript([bin('playwright'), 'test', '--reporter=list,json'], {
    isShown: true,
    env: { ...TEST_ENV, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  noteReport(report)
  return countPlaywright(report, code)
}

/** Tokens, codes, request_ids, phone numbers and event_hashes that a server has logged in any of the tests. */
async function lookForSecrets(): Promise<Counts> {
  const { lines, leaks } = scanLogs(logs)
  console.log(`${lines} lines that servers logged, ${leaks.length} with a secret`)
  for (const leak of leaks.slice(0, LEAKS_SHOWN)) console.log(`  ${leak}`)
  // Without a line nothing was looked at.
  return lines > 0 && leaks.length === 0 ? onePass() : oneFailure()
}

function noteReport(report: string): void {
  failures.push(...failedTests(report))
  console.log(['Slowest tests:', ...slowestTests(report)].join('\n'))
}

function bin(tool: string): string {
  return join('node_modules/.bin', tool)
}
