import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { setLastId } from '../../../server/db/tables.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { NEWEST } from '../../../server/uploads/newest-photo.ts'
import { createApiClient } from '../../support/api-client.ts'
import {
  makeBareDatabase,
  needServer,
  openDatabase,
  settingsOf,
} from '../../support/database-places.ts'
import { refusedStart, runProgram } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { startAt } from '../../support/installation-places.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'
import { openScratchDatabase } from '../../support/scratch-database.ts'

needServer()
const MIGRATIONS = join(import.meta.dirname, '../../../server/db/migrations')

it('a server refuses a database older than its photos, and its advice loses none', async () => {
  const scratch = await ownFolder()
  const [dataDir, folder] = [join(scratch, 'data'), join(scratch, 'backup')]
  await mkdir(dataDir)
  const orma = await startOrma({ dataDir })
  onTestFinished(() => orma.close())
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  const ids: number[] = []
  for (const seed of [1, 2]) {
    const photo = await makePhoto({ width: 640, height: 480, seed })
    const { body } = await client.upload(event, owner, photo)
    ids.push((await client.whenProcessed(event, owner, (body.post as Post).id)).id)
  }
  // It writes down every ten minutes, and when it starts, which photo is the newest.
  await orma.restart()
  const blobs = createFsBlobStore(join(dataDir, 'blobs'))
  await expect.poll(() => blobs.size(NEWEST), { timeout: 60_000 }).toBeDefined()
  await orma.stop()
  const [kept = 0, lost = 0] = ids
  const settings = settingsOf(orma.databaseAddress, dataDir)
  const original = await takeBack(orma.databaseAddress, { kept, lost })

  const where = settings.DATABASE_URL ? 'DATABASE_URL' : dataDir
  expect(await refusedStart({ ...settings, SMS_PROVIDER: 'console' })).toBe(
    `Orma cannot start. The database of ${where} is older than the photos in ${dataDir}/blobs: it has numbered its own up to ${kept}, and there are some up to ${lost}. Take the newer one. Or, to go on with this one, back it up with npm run backup into a new folder, and restore that with npm run restore into an empty installation: it is without the photos since then, which stay where they are.\n`,
  )

  expect((await runProgram(['server/commands/backup.ts', folder], settings)).code).toBe(0)
  const { address, remove } = await makeBareDatabase()
  onTestFinished(remove)
  const target = settingsOf(address, join(scratch, 'target'))
  expect((await runProgram(['server/commands/restore.ts', folder], target)).code).toBe(0)
  const again = await startAt(target)
  onTestFinished(() => again.stop().then(() => undefined))
  const there = createApiClient(again)
  const another = await makePhoto({ width: 640, height: 480, seed: 3 })
  const { status, body } = await there.upload(event, owner, another)
  expect([status, (body.post as Post).id > lost]).toEqual([201, true])
  expect(await blobs.size(original)).toBeGreaterThan(0)

  /** Makes a database as it was before the newest photo; gives the key of that. */
  async function takeBack(place: string, { kept, lost }: { kept: number; lost: number }) {
    const db: Database = await openDatabase(place)
    const post = await db.get<{ media_name: string }>(
      sql`select media_name from posts where id = ${lost}`,
    )
    await db.run(sql`delete from posts where id = ${lost}`)
    await setLastId(db, db, 'posts', kept)
    await db.close()
    return mediaKeys(post?.media_name ?? '').original
  }
})

it('a server refuses an empty database beside photos, which it would sweep away as nobody’s', async () => {
  const { address, remove } = await makeBareDatabase()
  onTestFinished(remove)
  const settings = settingsOf(address, await ownFolder())
  const { DATA_DIR, DATABASE_URL } = settings
  const blobs = createFsBlobStore(join(DATA_DIR, 'blobs'))
  await blobs.put('original/ab/photo', Buffer.from('a photo'))

  const where = DATABASE_URL ? 'DATABASE_URL' : DATA_DIR
  expect(await refusedStart(settings)).toBe(
    `Orma cannot start. The database of ${where} is empty, but there are photos in ${DATA_DIR}/blobs, which are of another one: set that, or move it to PostgreSQL with npm run migrate-to-postgres. A new installation needs an empty place for its photos.\n`,
  )
})

it('a database of a newer release stops the start and names both versions', async () => {
  const { db, address, remove } = await openScratchDatabase()
  await db.run(sql`insert into schema_version (version) values (9999)`)
  onTestFinished(async () => {
    // The database may be the next test's.
    await db.run(sql`delete from schema_version where version = 9999`)
    await remove()
  })
  const known = Math.max(...readdirSync(MIGRATIONS).map((file) => Number.parseInt(file, 10)))

  expect(await refusedStart(settingsOf(address, await ownFolder()))).toBe(
    `Orma cannot start. The database is that of a newer release: its schema has version 9999, this release knows ${known}. Start the newer release again.\n`,
  )
})
