import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { runProgram } from '../support/failed-start.ts'

const ROOT = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

it.each(Object.entries(scripts))('`npm run %s -- --help` says what it does', async (name, line) => {
  const [exec, node = '', ...words] = line.split(' ')
  expect([exec, node]).toEqual(['exec', 'node'])
  const said = await promisify(execFile)(process.execPath, [...words, '--help'], { cwd: ROOT })
  const lines = said.stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.length).toBeLessThanOrEqual(10)
  expect(lines[0]).toMatch(new RegExp(`^npm (run )?${name.replace(':full', '')}\\b`))
  expect(said.stderr).toBe('')
})

it.each([
  ['bench', '--nosuch'],
  ['bench', 'nosuch'],
  ['torture', '--nosuch'],
  ['torture', '--trials=many'],
])('scripts/%s refuses %s in one line', async (program, word) => {
  const { code, out, error } = await runProgram([`scripts/${program}/main.ts`, word])
  expect([code, out]).toEqual([1, ''])
  expect(error.trim()).not.toContain('\n')
})
