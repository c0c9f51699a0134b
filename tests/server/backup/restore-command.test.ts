import { chown, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runProgram } from '../../support/failed-start.ts'
import { backUp, folder, setUpBackups } from './backup-fixtures.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

setUpBackups()

describe.runIf(isRoot)('a DATA_DIR of another user', () => {
  it('lets a restore say whom the files have to belong to', async () => {
    await backUp()
    const DATA_DIR = join(folder, '../restored')
    await mkdir(DATA_DIR)
    await chown(DATA_DIR, NOBODY, NOBODY)
    const restored = await runProgram(['server/commands/restore.ts', folder], { DATA_DIR })
    expect(restored).toMatchObject({ code: 0, error: '' })
    expect(restored.out).toContain(
      ` It belongs to another user than you: run chown -R ${NOBODY}:${NOBODY} ${DATA_DIR} before the server is started.\n`,
    )
  })

  it('lets a start say whose the files are and what to do', async () => {
    const DATA_DIR = await makeFolderOfRoot()
    const start = `process.seteuid(${NOBODY}); import('./server/main.ts')`
    const { code, error } = await runProgram(['-e', start], { DATA_DIR })
    expect(code).toBe(1)
    expect(error).toMatch(
      /^Orma cannot start\. DATA_DIR .* cannot be used: EACCES: permission denied, .*; it belongs to user 0 and this runs as user 65534: chown -R the folder to the user that runs the server\.\n$/,
    )
  })

  it('lets a restore say that it may not write before it reads the backup', async () => {
    const DATA_DIR = await makeFolderOfRoot()
    const restore = `process.seteuid(${NOBODY}); import('./server/commands/restore.ts')`
    // A folder without a backup: whoever reads it first says that instead.
    const { code, error } = await runProgram(['-e', restore, join(folder, 'none')], {
      DATA_DIR,
    })
    expect(code).toBe(1)
    expect(error).toMatch(
      /^DATA_DIR .* cannot be used: EACCES: .*; it belongs to user 0 and this runs as user 65534: chown -R .*\n$/,
    )
  })
})

async function makeFolderOfRoot(): Promise<string> {
  // Only root may go through the folder of the tests' files.
  const path = join(tmpdir(), `orma-of-root-${process.pid}`)
  await mkdir(path, { mode: 0o700 })
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
