import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { createApiClient } from '../support/api-client.ts'
import { refusedStart, runProgram } from '../support/failed-start.ts'
import { ownFolder } from '../support/fixtures.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'

let folder: string
beforeEach(async () => {
  folder = await ownFolder()
})

const refusalOf = (DATA_DIR: string) => refusedStart({ DATA_DIR })

/** A server on the folder, for the test that runs. */
async function startHere() {
  const orma = await startOrma({ dataDir: folder })
  onTestFinished(() => orma.close())
  return { orma, ready: async () => (await fetch(`${orma.url}/readyz`)).text() }
}

/** What sends it a photo, of whom it knows; gives the status. */
async function startSending(orma: OrmaServer): Promise<() => Promise<number>> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  const photo = await makePhoto({ width: 64, height: 64 })
  return async () => (await client.upload(event, owner, photo)).status
}

describe('DATA_DIR', () => {
  it('that cannot be made or written stops the start with one line', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    // Of the kernel's: nobody, not even its administrator, makes a folder there.
    for (const [path, reason] of [
      [file, 'EEXIST: file already exists'],
      [join(file, 'below'), 'ENOTDIR: not a directory'],
      ['/proc', 'ENOENT: no such file or directory'],
    ] as const) {
      const line = await refusalOf(path)
      expect(line).toMatch(/^[^\n]*\n$/)
      expect(line).toContain(`Orma cannot start. DATA_DIR (${path}) cannot be used: ${reason}, `)
    }
  })

  it('with a database or a key that is damaged stops the start with one line', async () => {
    const file = join(folder, 'orma.db')
    const damaged = (reason: string) =>
      `Orma cannot start. The database ${file} is damaged (${reason}): restore a backup, as docs/deploy/README.md has it.\n`
    await writeFile(file, 'no database '.repeat(500))
    expect(await refusalOf(folder)).toBe(damaged('file is not a database'))
    await rm(file)
    const db = openSqlite(file)
    await migrate(db)
    await db.close()
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(1, 4096, 8192))
    expect(await refusalOf(folder)).toBe(damaged('database disk image is malformed'))
    await rm(file)
    await writeFile(join(folder, 'secret.key'), 'short')
    expect(await refusalOf(folder)).toBe(
      `Orma cannot start. ${join(folder, 'secret.key')} is damaged: it must have 32 bytes.\n`,
    )
  })

  it('without the key of those who are in its database warns at the start, once', async () => {
    const { orma } = await startHere()
    await createApiClient(orma).signUp('Olga Owner')
    const warnings = () => orma.errors.filter((line) => line.includes('secret.key'))
    await orma.stop()
    await rm(join(folder, 'secret.key'))
    await orma.restart()
    const warning = expect.stringContaining(
      '"level":"warn","message":"secret.key is missing beside a database with users, and a new one is made: signed addresses of photos and codes of before do not hold any more, and backups need a new folder. Where you have the old key, put it back and start again."',
    )
    await expect.poll(warnings).toEqual([warning])
    await orma.restart()
    await orma.stop()
    expect(warnings()).toEqual([warning])
  })

  it('belongs to one server at a time, and is free once that one is dead', async () => {
    const { orma, ready } = await startHere()
    expect(await refusalOf(folder)).toBe(
      `Orma cannot start. Another server works in DATA_DIR (${folder}): stop it first.\n`,
    )
    await orma.kill9()
    await orma.restart()
    expect(await ready()).toMatch(/^ok/)
  })

  it('that is away, or its disk, takes no photo until it is back', async () => {
    const { orma, ready } = await startHere()
    const send = await startSending(orma)
    expect(await send()).toBe(201)
    await rename(folder, `${folder}-away`)
    expect(await ready()).toContain('data folder')
    await rename(`${folder}-away`, folder)
    expect(await ready()).toMatch(/^ok/)

    const photos = join(folder, 'blobs')
    await rename(photos, `${folder}-away`)
    await mkdir(photos)
    expect(await send()).toBe(503)
    expect(await ready()).toBe('not ready: blob store')
    expect(await readdir(photos)).toEqual([])

    await rm(photos, { recursive: true })
    await rename(`${folder}-away`, photos)
    expect(await send()).toBe(201)
    expect(await ready()).toMatch(/^ok/)
  })

  it('keeps the shape of its database where the app of a release is not built', async () => {
    const install = join(folder, 'install')
    await mkdir(install)
    for (const part of ['contract', 'film', 'node_modules', 'package.json', 'server', 'src']) {
      await symlink(join(import.meta.dirname, '../..', part), join(install, part))
    }
    const asItStands = ['--preserve-symlinks', '--preserve-symlinks-main']
    const settings = { PORT: '0', DATA_DIR: join(folder, 'data') }
    expect(await runProgram([...asItStands, join(install, 'server/main.ts')], settings)).toEqual({
      code: 1,
      out: '',
      error: 'Orma cannot start. The app is not built: run npm run build.\n',
    })
    expect(await readdir(folder)).toEqual(['install'])
  })

  it('shows nothing of its content to other users, also where files lay open before', async () => {
    await mkdir(join(folder, 'blobs'), { mode: 0o755 })
    await writeFile(join(folder, 'orma.db'), '', { mode: 0o644 })
    await chmod(folder, 0o755)
    const { orma } = await startHere()
    const send = await startSending(orma)
    expect(await send()).toBe(201)

    const names = await readdir(folder, { recursive: true })
    expect(names).toEqual(
      expect.arrayContaining(['orma.db', 'orma.db-wal', 'orma.db-shm', 'secret.key', 'blobs']),
    )
    expect(names.some((name) => name.startsWith('blobs/'))).toBe(true)
    const open = await Promise.all(
      names.map(async (name) => [name, (await stat(join(folder, name))).mode & 0o077] as const),
    )
    expect(open.filter(([, mode]) => mode !== 0)).toEqual([])
  })
})
