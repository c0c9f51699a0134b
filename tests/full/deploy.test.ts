import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLeftOutOfImage } from '../support/left-out-of-image.ts'

const ROOT = join(import.meta.dirname, '../..')
const TIMEOUT_MS = 15 * 60_000
/** Who the server runs as: a user without rights, where the tests may choose. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const run = promisify(execFile)

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'orma-deploy-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Instructions of the Containerfile of one kind, in their order. */
async function instructions(kind: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs/deploy/Containerfile'), 'utf8')
  return [...text.matchAll(new RegExp(`^${kind} (.+)$`, 'gm'))].flatMap(([, rest]) => rest ?? [])
}

describe('the Containerfile', () => {
  it(
    'builds from a clone what runs without rights and is found healthy',
    {
      timeout: TIMEOUT_MS,
    },
    async () => {
      const clone = join(scratch, 'orma')
      await copyTree(clone)
      const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
      // Packages of the system and folders of the image are not this machine's business.
      const builds = (await instructions('RUN')).filter(
        (line) => !/^(apt-get|mkdir \/data) /.test(line),
      )
      expect(builds).toHaveLength(4)
      const building = {
        cwd: clone,
        env: { ...process.env, NODE_ENV: '', PATH: path },
        maxBuffer: 64 * 1024 * 1024,
      }
      for (const line of builds) await run('sh', ['-c', line], building)
      const packages = await readdir(join(clone, 'node_modules'))
      expect(packages).toContain('hono')
      // Neither what the page is made of, nor what only tests need.
      expect(packages.filter((name) => /^(react|vite|vitest)$/.test(name))).toEqual([])

      const dataDir = join(scratch, 'data')
      await mkdir(dataDir)
      if (NOBODY.uid !== undefined) await chown(dataDir, NOBODY.uid, NOBODY.gid)
      if (NOBODY.uid !== undefined) await run('chmod', ['755', scratch])
      const before = await readdir(clone)
      const image = Object.fromEntries((await instructions('ENV')).map((line) => line.split('=')))
      const env = {
        PATH: path,
        HOME: '/nonexistent',
        ...image,
        DATA_DIR: dataDir,
        PORT: '8787',
        PUBLIC_URL: 'https://photos.example.org',
        ALLOW_CONSOLE_SMS: '1',
      }
      const [command = '[]'] = await instructions('CMD')
      const [node = '', ...args] = JSON.parse(command) as string[]
      const server = spawn(node, args, {
        cwd: clone,
        env,
        ...NOBODY,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(server, 'exit')
      try {
        const [line] = (await once(server.stdout, 'data')) as [Buffer]
        expect(String(line)).toContain('Orma is ready at http://localhost:8787')
        const [health = ''] = await instructions('HEALTHCHECK')
        const check = health.replace(/^.*? CMD /, '')
        await run('sh', ['-c', check], { cwd: clone, env, ...NOBODY })
        const page = await fetch('http://localhost:8787/')
        expect(page.headers.get('strict-transport-security')).toContain('max-age')

        const backup = join(dataDir, '../backup')
        await mkdir(backup)
        if (NOBODY.uid !== undefined) await chown(backup, NOBODY.uid, NOBODY.gid)
        const options = { cwd: clone, env, ...NOBODY }
        const { stdout } = await run('npm', ['run', '--silent', 'backup', '--', backup], options)
        expect(stdout).toMatch(/^Backed up \d+ rows into /)
      } finally {
        server.kill()
        await ended
      }
      expect(await readdir(clone)).toEqual(before)
    },
  )
})

describe.each(['orma.service', 'orma-backup.service'])('%s', (name) => {
  it('is a unit that systemd understands, and shuts in what it starts', async () => {
    const unit = await readFile(join(ROOT, 'docs/deploy', name), 'utf8')
    const here = join(scratch, name)
    await writeFile(here, unit.replaceAll('/opt/orma', ROOT).replaceAll('=orma\n', '=root\n'))
    const { stderr } = await run('systemd-analyze', ['verify', here])
    expect(stderr).toBe('')
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', here])
    const [, exposure] = /Overall exposure level for \S+: (\d\.\d)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThan(2.5)
  })
})

/** Every file that the image is built of, as a clone of what is committed next would have them. */
async function copyTree(target: string): Promise<void> {
  const list = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
  const files = list.stdout.trim().split('\n')
  for (const file of files.filter((path) => !isLeftOutOfImage(path))) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    await cp(join(ROOT, file), join(target, file))
  }
}
