import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { createApiClient } from '../support/api-client.ts'
import { settingsOf } from '../support/database-places.ts'
import { refusedStart, runProgram } from '../support/failed-start.ts'
import { ownFolder } from '../support/fixtures.ts'
import { canMount, mountSmallDisk } from '../support/full-disk.ts'
import type { SmallDisk } from '../support/full-disk.ts'
import { startOrma } from '../support/orma-server.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'

const FULL =
  'The disk is full: make room, then run this again. What is done already is not done twice'

describe.runIf(canMount())('on a disk without room', () => {
  let scratch: string
  let disk: SmallDisk
  beforeEach(async () => {
    scratch = await ownFolder()
    disk = mountSmallDisk(join(scratch, 'small'), 2)
  })
  afterEach(() => disk.remove())

  it('a start says that the disk is full, not what the database makes of it', async () => {
    const db = openSqlite(join(disk.folder, 'orma.db'))
    await migrate(db)
    await db.close()
    disk.fill()
    expect(await refusedStart({ DATA_DIR: disk.folder })).toBe(
      `Orma cannot start. The disk of DATA_DIR (${disk.folder}) is full: make room, and start again.\n`,
    )
  })

  it('a backup says so in one line, wherever the room ends', async () => {
    const dataDir = join(scratch, 'data')
    const orma = await startOrma({ dataDir })
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const { bytes } = await makeSizedPhoto('photo.jpg', 3_000_000, createSeededRandom(1))
    const { status } = await client.upload(await client.createOrma(owner), owner, bytes)
    await orma.stop()
    expect(status).toBe(201)
    const place = settingsOf(orma.databaseAddress, dataDir)
    const backUp = () => runProgram(['server/commands/backup.ts', disk.folder], place)

    expect(await backUp()).toEqual({
      code: 1,
      out: '',
      error: `${FULL} (ENOSPC: no space left on device, write).\n`,
    })
    disk.fill()
    const { code, error } = await backUp()
    expect([code, error]).toEqual([1, expect.stringContaining(FULL)])
    expect(error.trim()).not.toContain('\n')
    await orma.close()
  })
})
