import { api } from '../../contract/api.ts'
import { sql } from '../../server/db/sql.ts'
import { enqueueJob } from '../../server/jobs/jobs.ts'
import { FULL_QUEUE } from '../../server/uploads/process-photo.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { openDatabase } from '../support/database-places.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, openLive, test } from './fixtures.ts'

test.use(HEADLESS_SHELL)

test('a photo without its large picture is shown by the thumb @full', async ({
  page,
  orma,
  client,
  event,
  owner,
  path,
}) => {
  const photo = await makePhoto({ width: 2400, height: 1800 })
  const { id, compressed_url, image_url } = await client.addPhoto(event, owner, photo)
  // As it was before its second job.
  const db = await openDatabase(orma.databaseAddress)
  await db.run(sql`update posts set lacks_full = 1 where id = ${id}`)
  await db.run(sql`update events set feed_version = feed_version + 1 where id = ${event.id}`)

  await openLive(page, `${path}/post/${id}`)
  const pictures = page.locator('.post-card-photo').first().locator('img')
  await expect(pictures).toHaveCount(1)
  await expect(pictures).toHaveAttribute('src', compressed_url ?? '')
  await expect(pictures).toHaveAttribute('data-shown', 'true')
  await expect(pictures).toHaveAttribute('alt', /Olga/)
  await pictures.evaluate((thumb) => thumb.setAttribute('data-same', 'yes'))

  await enqueueJob(db, FULL_QUEUE, { post_id: id }, Date.now())
  await db.close()
  const full = page.locator('.post-card-photo').first().locator('[data-full]')
  await expect(full).toHaveAttribute('src', image_url ?? '')
  await expect(full).toHaveAttribute('data-shown', 'true')
  await expect(pictures.first()).toHaveAttribute('data-same', 'yes')
  await expect(pictures).toHaveCount(2)
  const { body: now } = await client.call(api.getPost, {
    params: { event_hash: event.event_hash, post_id: id },
  })
  expect(now.post.image_url).toBe(image_url)
})
