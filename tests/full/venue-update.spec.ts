import { texts } from '../../contract/texts.ts'
import { isUpload } from '../support/gateway.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from '../e2e/venue-fixtures.ts'

/** In which the new worker takes over, though the old one is in the middle of a wait that is longer. */
const TAKES_OVER_WITHIN_MS = 20_000
const RETRY_AFTER_SECONDS = 40

test('Q9: a version accepted during an upload goes on with it, each photo once', async ({
  page,
  context,
  venue,
}) => {
  const { event, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4)
  const other = await context.newPage()
  await other.goto(`/${event.event_hash}`)
  await expect(other.getByRole('heading', { name: event.name })).toBeVisible()
  await page.bringToFront()
  await choose(page, photos)

  let uploads = 0
  venue.gateway.judge((request) => {
    if (request.path === '/sw.js') return { append: '\n// A new version.' }
    if (!isUpload(request)) return 'pass'
    uploads += 1
    return uploads === 3 ? { status: 503, retryAfter: RETRY_AFTER_SECONDS } : 'pass'
  })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(2, 4))).toBeVisible()
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })
  const loaded = page.waitForEvent('load', { timeout: TAKES_OVER_WITHIN_MS })
  await page.getByRole('button', { name: texts.offline.update }).click()
  await loaded
  expect(await storedHashes()).toHaveLength(2)

  await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible({ timeout: 90_000 })
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
  await expect(other.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(other.getByRole('alert')).toHaveCount(0)
})
