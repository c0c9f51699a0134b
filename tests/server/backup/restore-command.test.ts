import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { refusedStart, runProgram } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { folder, setUpBackups } from './backup-fixtures.ts'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

setUpBackups()

describe.runIf(isRoot)('a DATA_DIR of another user', () => {
  it('is refused to root, whose files there its user could not read', async () => {
    const DATA_DIR = await ownFolder()
    await chown(DATA_DIR, NOBODY, NOBODY)
    const why = `DATA_DIR (${DATA_DIR}) belongs to user ${NOBODY}, who could not read what root writes there: run this as that user.\n`
    const commands = ['backup', 'restore', 'migrate-to-postgres', 'migrate-to-s3', 'renew-photos']
    for (const command of commands) {
      const args = ['backup', 'restore'].includes(command) ? [folder] : []
      const refused = await runProgram([`server/commands/${command}.ts`, ...args], { DATA_DIR })
      expect(refused, command).toEqual({ code: 1, out: '', error: why })
    }
    expect(await refusedStart({ DATA_DIR })).toBe(`Orma cannot start. ${why}`)
    expect(await readdir(DATA_DIR)).toEqual([])
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

  it('that cannot be made lets a start say to make it for its user', async () => {
    const parent = await makeFolderOfRoot(0o755)
    const start = `process.seteuid(${NOBODY}); import('./server/main.ts')`
    const { error } = await runProgram(['-e', start], { DATA_DIR: join(parent, 'data') })
    expect(error).toMatch(
      /^Orma cannot start\. DATA_DIR .* cannot be used: EACCES: permission denied, mkdir .*; make the folder and give it to user 65534, which runs this\.\n$/,
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

async function makeFolderOfRoot(mode = 0o700): Promise<string> {
  // Only root may go through the folder of the tests' files.
  const path = join(tmpdir(), `orma-of-root-${process.pid}`)
  await mkdir(path, { mode })
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
