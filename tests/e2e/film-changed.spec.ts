import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { pauseButton, seenShare, weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'

const { highlights } = texts

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a film goes on where it was, and sounds as it did, when a photo of it is deleted', async ({
  page,
  orma,
}) => {
  const { client, event, owner, film, images } = await weekend(orma)
  const params = { event_hash: event.event_hash }
  const form = toForm({ music: 'calm' })
  await client.call(api.updateEvent, { params, token: owner.token, form })
  await page.clock.install()
  await page.goto(film)
  await page.getByRole('button', { name: highlights.sound }).tap()
  await expect(page.getByRole('slider', { name: highlights.volume })).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  // Into the second photo.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(200)
        return seenShare(page)
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0.5)
  const { body: posts } = await client.call(api.listPosts, { params: { ...params, page: '1' } })
  const [first] = posts.filter(({ image_url }: Post) => images[0] === orma.url + image_url)
  await client.call(api.deletePost, {
    params: { ...params, post_id: String(first.id) },
    token: owner.token,
  })
  await page.clock.resume()
  await expect(page.locator('.hl-controls')).toContainText(texts.event.photoCount(2))
  expect(await seenShare(page)).toBeGreaterThan(0.05)
  await expect(page.getByRole('button', { name: highlights.sound })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(pauseButton(page)).toBeVisible()
})
