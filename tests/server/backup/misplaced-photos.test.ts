import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { makeBareDatabase, needServer } from '../../support/database-places.ts'
import { startUntilEnd } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'

needServer()

it('a server refuses an empty database beside photos, which it would sweep away as nobody’s', async () => {
  const folder = await ownFolder()
  const { address } = await makeBareDatabase()
  const isShared = address.startsWith('postgres:')
  const blobs = createFsBlobStore(join(folder, 'blobs'))
  await blobs.put('original/ab/photo', Buffer.from('a photo'))

  const started = await startUntilEnd({
    DATA_DIR: folder,
    ...(isShared && { DATABASE_URL: address }),
  })
  expect(started).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. The database of ${isShared ? 'DATABASE_URL' : folder} is empty, but there are photos in ${folder}/blobs, which are of another one: set that, or move it to PostgreSQL with npm run migrate-to-postgres. A new installation needs an empty place for its photos.\n`,
  })
})
