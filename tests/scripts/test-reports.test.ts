import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { failedTests, slowestTests } from '../../scripts/test-reports.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-reports-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function report(content: unknown): Promise<string> {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

it('names the ten tests of a Vitest report that took longest, the slowest first', async () => {
  const assertionResults = Array.from({ length: 12 }, (_, at) => ({
    fullName: `test ${at}`,
    duration: at * 1000,
  }))
  const lines = slowestTests(await report({ testResults: [{ assertionResults }] }))
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   11.0 s  test 11')
  expect(lines[9]).toBe('    2.0 s  test 2')
})

it('counts the tries of a test of a Playwright report together, in whichever suite it lies', async () => {
  const spec = (title: string, ...durations: number[]) => ({
    file: 'e2e/feed.spec.ts',
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [{ specs: [spec('one', 1500)], suites: [{ specs: [spec('two', 900, 900)] }] }]
  expect(slowestTests(await report({ suites }))).toEqual([
    '    1.8 s  e2e/feed.spec.ts › two',
    '    1.5 s  e2e/feed.spec.ts › one',
  ])
})

it('tells where each try of a failed test of a Playwright report failed, and what was expected', async () => {
  const error = { message: '\u001b[31mExpected: 1\u001b[39m', location: { file: 'a.ts', line: 9 } }
  const tests = [
    {
      results: [
        { duration: 5, errors: [error] },
        { duration: 5, errors: [] },
      ],
    },
  ]
  const specs = [
    { file: 'e2e/feed.spec.ts', title: 'flaky', tests },
    {
      file: 'e2e/feed.spec.ts',
      title: 'held',
      tests: [{ results: [{ duration: 5, errors: [] }] }],
    },
  ]
  expect(failedTests(await report({ suites: [{ specs }] }))).toEqual([
    'e2e/feed.spec.ts › flaky\n    a.ts:9\n    Expected: 1',
  ])
})

it('tells of a failed test of a Vitest report where its error begins', async () => {
  const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')
  const assertionResults = [{ fullName: 'a test', failureMessages: [long] }, { fullName: 'held' }]
  const [told, ...others] = failedTests(await report({ testResults: [{ assertionResults }] }))
  expect(told?.split('\n')).toHaveLength(13)
  expect(told?.split('\n').slice(0, 2)).toEqual(['a test', '    line 0'])
  expect(others).toEqual([])
})

it('names none where no report was written', () => {
  expect(slowestTests(join(folder, 'none.json'))).toEqual([])
  expect(failedTests(join(folder, 'none.json'))).toEqual([])
})

it('names a file of a Vitest report that failed outside its tests, as where what they need could not start', async () => {
  const skipped = { fullName: 'a test', failureMessages: [] }
  const file = (name: string, message: string) => ({
    name,
    status: 'failed',
    message,
    assertionResults: [skipped],
  })
  const testResults = [file('of-all.test.ts', 'Hook timed out'), file('of-a-group.test.ts', '')]
  expect(failedTests(await report({ testResults }))).toEqual([
    'of-all.test.ts\n    Hook timed out',
    'of-a-group.test.ts\n    failed before or after its tests; the error stands above',
  ])
})
