import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkBackup } from '../../../server/backup/check-backup.ts'
import { needServer, settingsOf } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { filesBelow } from '../../support/files-below.ts'
import { api, backUp, folder, setUpBackups } from './backup-fixtures.ts'

needServer()
setUpBackups()

/** Settings of an installation on the tests' database, whose photos are not there. */
const withoutPhotos = () => settingsOf(api.databaseAddress, join(folder, '../data'))
const backUpAt = (place: Record<string, string>, ...options: string[]) =>
  runProgram(['server/commands/backup.ts', folder, ...options], place)
const restoreAt = (DATA_DIR: string, ...options: string[]) =>
  runProgram(['server/commands/restore.ts', folder, ...options], { DATA_DIR })

describe('npm run backup', () => {
  it('ends with 1 where files are missing, and keeps those it has', async () => {
    // The tests' database has no key with it.
    await backUp({ secret: undefined })
    const before = await checkBackup(folder)
    const { code, out } = await backUpAt(withoutPhotos())
    expect(code).toBe(1)
    expect(out).toMatch(/ \d+ files are missing: see above\.\n$/)
    expect((await checkBackup(folder)).blobs).toEqual(before.blobs)
  })

  it('refuses what has moved away, of which it would bring the same every time', async () => {
    const place = withoutPhotos()
    const { DATA_DIR } = place
    await mkdir(DATA_DIR, { recursive: true })
    const mark = join(DATA_DIR, 'moved-to-s3')
    await writeFile(mark, '')
    const { code, error } = await backUpAt(place)
    await rm(mark)
    expect(code).toBe(1)
    expect(error).toMatch(/photos moved away from .* To go back, back the installation up as it is/)
    // What came since is swept away where the mark is.
    expect(error).not.toContain('remove')
    expect(existsSync(folder)).toBe(false)
  })

  it('says how much it copied, and of how much the same bytes lie there', async () => {
    await backUp()
    const DATA_DIR = join(folder, '../restored')
    await restoreAt(DATA_DIR)
    const blobs = join(DATA_DIR, 'blobs')
    const [name = ''] = (await filesBelow(blobs)).keys()
    await writeFile(join(blobs, name), 'other bytes')
    const { code, out } = await backUpAt({ DATA_DIR })
    expect(code).toBe(0)
    const copied = /: 1 files \(0\.0 MB\) were copied, 10 files \(0\.0 MB\) needed no copy: /
    expect(out).toMatch(copied)
  })

  it('refuses an option, of which it has none', async () => {
    const { code, error } = await backUpAt({}, '--full')
    const words = '--full is no option. Say into which folder: npm run backup -- <folder>\n'
    expect([code, error]).toEqual([1, words])
  })
})

describe('npm run restore', () => {
  it('refuses an option that it does not know, and restores nothing', async () => {
    await backUp()
    const target = join(folder, '../restored')
    const { code, error } = await restoreAt(target, '--chekc')
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(
        /^--chekc is no option; did you mean --check\? Say from which folder: /,
      ),
    ])
    expect(existsSync(target)).toBe(false)
  })

  it.each([
    ['that is not there', async () => undefined],
    ['without a manifest', () => mkdir(folder)],
    ['that is a file, as a packed backup is', () => writeFile(folder, '')],
  ])('from a folder %s says in one line what is missing', async (_what, make) => {
    await make()
    const { code, error } = await restoreAt(join(folder, '../restored'))
    const words = `${folder} holds no whole backup: it has no manifest.jsonl.\n`
    expect([code, error]).toEqual([1, words])
  })
})
