import { mkdir, rename } from 'node:fs/promises'
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
import { makeBareDatabase, needServer, openDatabase } from '../../support/database-places.ts'
import { runProgram, startUntilEnd } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

needServer()

it('a server refuses a database older than its photos, and its advice loses none', async () => {
  const scratch = await ownFolder()
  const [dataDir, folder, away] = ['data', 'backup', 'away'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(dataDir)
  const orma = await startOrma({ dataDir })
  onTestFinished(() => orma.close())
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  const ids: number[] = []
  for (const seed of [1, 2]) {
    const { body } = await client.upload(event, owner, await makePhoto({ seed }))
    ids.push((await client.whenProcessed(event, owner, (body.post as Post).id)).id)
  }
  // It writes down every ten minutes, and when it starts, which photo is the newest.
  await orma.restart()
  const blobs = createFsBlobStore(join(dataDir, 'blobs'))
  await expect.poll(() => blobs.size(NEWEST), { timeout: 60_000 }).toBeDefined()
  await orma.stop()
  const [kept = 0, lost = 0] = ids
  const isShared = orma.databaseAddress.startsWith('postgres:')
  const settings = { DATA_DIR: dataDir, ...(isShared && { DATABASE_URL: orma.databaseAddress }) }
  const original = await takeBack(orma.databaseAddress, { kept, lost })

  const where = isShared ? 'DATABASE_URL' : dataDir
  expect(await startUntilEnd({ ...settings, SMS_PROVIDER: 'console' })).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. The database of ${where} is older than the photos in ${dataDir}/blobs: it has numbered its own up to ${kept}, and there are some up to ${lost}. Take the newer one. Or, to go on with this one, back it up with npm run backup into a new folder, and restore that with npm run restore into an empty installation: it is without the photos since then, which stay where they are.\n`,
  })

  expect((await runProgram(['server/commands/backup.ts', folder], settings)).code).toBe(0)
  await rename(dataDir, away)
  const { address } = await makeBareDatabase()
  const target = { DATA_DIR: dataDir, ...(isShared && { DATABASE_URL: address }) }
  expect((await runProgram(['server/commands/restore.ts', folder], target)).code).toBe(0)
  const again = await startOrma({ dataDir, ...(isShared && { databaseUrl: address }) })
  onTestFinished(() => again.stop().then(() => undefined))
  const there = createApiClient(again)
  const { status, body } = await there.upload(event, owner, await makePhoto({ seed: 3 }))
  expect([status, (body.post as Post).id > lost]).toEqual([201, true])
  expect(await createFsBlobStore(join(away, 'blobs')).size(original)).toBeGreaterThan(0)

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
