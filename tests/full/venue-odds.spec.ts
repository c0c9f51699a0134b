import { texts } from '../../contract/texts.ts'
import {
  choose,
  enter,
  expect,
  gallery,
  openUpload,
  startParty,
  test,
  uploadNow,
} from '../e2e/venue-fixtures.ts'

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('Q11: two tabs of a browser without locks store each photo once', async ({
    page,
    context,
    venue,
  }) => {
    const { event, guest, storedHashes } = await startParty(venue)
    const photos = await gallery(4, 200)
    await context.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    })
    await enter(context, guest)
    await page.goto(`/${event.event_hash}/upload`)
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(false)
    const other = await context.newPage()
    await other.goto(`/${event.event_hash}/upload`)
    await choose(page, photos)
    venue.relay.set({ upBytesPerSecond: 200_000 })
    await uploadNow(page)
    await other.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible({ timeout: 90_000 })
    const stored = await storedHashes()
    expect(stored).toHaveLength(4)
    expect(new Set(stored)).toEqual(new Set(photos.map(({ sha256 }) => sha256)))
  })
})

test('F9: a server asked to end during uploads ends within 10 s without losing photos', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4, 400)
  await choose(page, photos)
  venue.relay.set({ upBytesPerSecond: 100_000 })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.uploading).first()).toBeVisible()
  const askedAt = Date.now()
  expect(await venue.orma.stop()).toBe(0)
  expect(Date.now() - askedAt).toBeLessThan(10_000)
  venue.heal()
  await venue.orma.restart()
  await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible({ timeout: 90_000 })
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})
