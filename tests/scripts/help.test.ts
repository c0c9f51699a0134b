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

const ORMAS = 'npm run ormas -- --help says how it is called.'

it.each([
  ['scripts/bench/main.ts --recrod', '--recrod is no option; did you mean --record?'],
  ['scripts/bench/main.ts nosuch', 'There is no part nosuch: '],
  ['scripts/torture/main.ts --nosuch', '--nosuch is no option.'],
  ['scripts/torture/main.ts --trials=many', '--trials is a number from 1'],
  ['scripts/check-host/main.ts --url=x', '--url is no option. Say which installation: '],
  ['server/commands/renew-photos.ts --evnet=x', '--evnet is no option; did you mean --event? Say'],
  ['server/commands/migrate-to-s3.ts --yes', '--yes is no option. npm run migrate-to-s3 takes no'],
  ['server/commands/people.ts --fone=1', '--fone is no option. npm run people -- --help says'],
  ['server/commands/ormas.ts --exprt=abc', `--exprt is no option; did you mean --export? ${ORMAS}`],
  ['server/commands/ormas.ts --pause', `Option '--pause <value>' argument missing. ${ORMAS}`],
  ['server/commands/ormas.ts --to --yes', `Option '--to' argument is ambiguous. ${ORMAS}`],
])('%s is refused in one line: %s', async (typed, words) => {
  const { code, out, error } = await runProgram(typed.split(' '))
  expect([code, out]).toEqual([1, ''])
  expect(error.slice(0, words.length)).toBe(words)
  expect(error.trim()).not.toContain('\n')
})
