import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { filesBelow, readFile } from './support/source-files.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = filesBelow('docs/deploy/').filter((path) => path.endsWith('.md'))

/** On the machine itself, and in containers; `check-host` also from another machine. */
const TYPED = [
  /^cd \/opt\/orma && systemd-run --description=Orma --wait --pipe --uid=orma -p EnvironmentFile=\/etc\/orma(-new)?\.env +-p WorkingDirectory=\/opt\/orma -E HOME=\/tmp -E DATA_DIR=\/var\/lib\/orma npm run --silent /,
  /^(0 \* \* \* \* )?docker compose .* orma +npm run --silent /,
  /^npm run check-host -- https:/,
]

it('each command of the server is typed in one form on all pages', () => {
  const typed = PAGES.flatMap((path) => {
    const blocks = firstGroups(readFile(path), /^ *```sh\n([^]+?)^ *```$/gm).join('')
    const lines = blocks.replaceAll('\\\n', '').split('\n')
    return lines.filter((line) => / npm run (?!build)/.test(` ${line}`))
  })
  expect(typed.length).toBeGreaterThan(10)
  const others = typed.filter((line) => !TYPED.some((form) => form.test(line.trim())))
  expect(others).toEqual([])
})

it('systemd names what it runs by a word, so that its journal has no number', () => {
  const pages = PAGES.map(readFile).join('\n')
  const commands = firstGroups(pages, /\b(systemd-run --.*)$/gm)
  expect(commands.length).toBeGreaterThan(3)
  for (const command of commands) expect(command).toMatch(/ --description=\S/)
})

it('npm keeps no log with the number that a command was given', () => {
  const home = mkdtempSync(join(tmpdir(), 'orma-npm-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const env = { PATH: process.env['PATH'], HOME: home, DATA_DIR: join(home, 'data') }
  const args = ['run', '--silent', 'people', '--', '--phone=+4915112345678']
  const { stderr } = spawnSync('npm', args, { cwd: ROOT, env, encoding: 'utf8' })
  expect(stderr).toMatch(/^There is no Orma in /)
  expect(existsSync(join(home, '.npm/_logs'))).toBe(false)
})

function firstGroups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group = '']) => group)
}
