import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PACKAGES = { node: process.versions.node, hono: '1.0.0', vitest: '2.0.0' }

/** Stands in for npm, which needs a network: notes what it is asked, and lays down the packages that were not left out. */
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync('asked', args.join(' ') + '\\n')
if (args[0] === 'ci') rmSync('node_modules', { recursive: true, force: true })
if (process.env.CUT) process.exit(1)
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const folder of Object.keys(packages).filter(Boolean)) {
  mkdirSync(folder + '/bin', { recursive: true })
  writeFileSync(folder + '/package.json', '{}')
  writeFileSync(folder + '/bin/node', '')
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-test-'))
  for (const file of ['install-missing.mjs', 'run-child.mjs']) {
    await cp(join(ROOT, 'scripts', file), join(folder, 'scripts', file))
  }
  await writeFile(join(folder, 'npm.js'), NPM)
  await lock(PACKAGES)
})

afterEach(() => rm(folder, { recursive: true }))

function lock(packages: Record<string, string>): Promise<void> {
  const entries = Object.entries(packages).map(([name, version]) => [
    `node_modules/${name}`,
    { version },
  ])
  const text = JSON.stringify({ packages: { '': {}, ...Object.fromEntries(entries) } })
  return writeFile(join(folder, 'package-lock.json'), text)
}

/** What npm was asked by one start. */
async function start(env: Record<string, string> = {}): Promise<string[]> {
  await rm(join(folder, 'asked'), { force: true })
  const program = `const { installMissing } = await import('./scripts/install-missing.mjs'); await installMissing()`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, 'npm.js'), ...env },
  })
  await run.catch(() => undefined)
  const asked = await readFile(join(folder, 'asked'), 'utf8').catch(() => '')
  return asked.split('\n').filter(Boolean)
}

describe('a start', () => {
  it('installs a new copy by npm ci, and nothing the next time', async () => {
    expect(await start()).toEqual(['ci --loglevel=error'])
    expect(await start()).toEqual([])
  })

  it('asks nothing of an npm that takes the lock file for none', async () => {
    expect(await start({ npm_config_user_agent: 'npm/9.2.0 node/v20.19.2 linux x64' })).toEqual([])
  })

  it('begins anew where an installation was cut', async () => {
    expect(await start({ CUT: '1' })).toEqual(['ci --loglevel=error'])
    expect(await start()).toEqual(['ci --loglevel=error'])
  })

  it('adds what is missing to what is there, which another Orma may run from', async () => {
    await start()
    await writeFile(join(folder, 'node_modules/hono/in-use'), '')
    await lock({ ...PACKAGES, hono: '1.0.1' })
    const add = 'install --no-save --loglevel=error'
    expect(await start({ CUT: '1' })).toEqual([add])
    expect(await start()).toEqual([add])
    expect(await readFile(join(folder, 'node_modules/hono/in-use'), 'utf8')).toBe('')
  })
})
