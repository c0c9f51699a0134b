import { api } from '../../contract/api.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, openLive, test } from './fixtures.ts'

// A low window, in which the hour can be scrolled.
test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 400 } })

/** More than come at once. */
const count = PAGE_SIZE + 6

test('an open hour shows a photo that comes, and moves none @full', async ({
  page,
  orma,
  client,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, count)
  const params = { event_hash: event.event_hash }
  const [{ timeslot }] = (await client.call(api.listTimeslots, { params })).body
  await openLive(page, `${path}/timeslot/${timeslot}`)
  const tiles = page.locator('li[data-post]')
  await expect(tiles.first()).toBeVisible()
  await page.evaluate((top) => scrollTo(0, top), 20 * count)
  await expect(tiles.first()).toHaveAttribute('aria-setsize', String(count))
  await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  const atEdge = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('li[data-post]')]
    return all.find((tile) => tile.getBoundingClientRect().bottom > 0)?.dataset['post']
  })
  const top = async () => (await page.locator(`li[data-post="${atEdge}"]`).boundingBox())?.y ?? NaN
  const before = await top()
  const photo = await makePhoto({ width: 640, height: 480, orientation: 1, takenAt: null })
  const fields = { original_date: `${timeslot}:30:00+02:00`, timezone: 'Europe/Berlin' }
  await client.addPhoto(event, owner, photo, { fields })
  await expect(tiles.first()).toHaveAttribute('aria-setsize', String(count + 1))
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2)
})
