import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { photoWork } from '../../../server/uploads/process-photo.ts'
import { createApiClient } from '../../support/api-client.ts'
import { startUntilEnd } from '../../support/failed-start.ts'
import { freshOrma, sharedPhotoProcess } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

const photos = sharedPhotoProcess({ parallelism: 1 })
const { api, guest, event } = freshOrma()

it('a photo without its original is a failed job, shown once it is back', async () => {
  const post = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
  const { original } = mediaKeys(post.media_name)
  await api.blobs.delete(original)
  const work = photoWork({ ...api, photos })
  await expect(work.run({ post_id: post.id })).rejects.toThrow('an original is gone')

  await api.blobs.put(original, await makePhoto({ width: 320, height: 240 }))
  await api.db.transaction(await work.run({ post_id: post.id }))
  const shown = await api.db.get(sql`select status from posts where id = ${post.id}`)
  expect(shown).toEqual({ status: 'COMPLETED' })
})

it('a server without its photos, though its database has some, does not start', async () => {
  const orma = await startOrma()
  onTestFinished(() => orma.close())
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const { body } = await client.upload(await client.createOrma(owner), owner, await makePhoto({}))
  expect(body.post).toBeDefined()
  await orma.kill9()
  const place = join(orma.dataDir, 'blobs')
  await rename(place, `${place}-elsewhere`)

  const isShared = orma.databaseAddress.startsWith('postgres')
  const started = await startUntilEnd({
    DATA_DIR: orma.dataDir,
    ...(isShared && { DATABASE_URL: orma.databaseAddress }),
  })
  expect(started).toEqual({
    code: 1,
    out: '',
    error: `Orma cannot start. There are no photos in ${place}, though there are some in the database: is it mounted, and the right place? If they are lost, restore a backup.\n`,
  })
})
