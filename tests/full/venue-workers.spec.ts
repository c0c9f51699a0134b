import { texts } from '../../contract/texts.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import {
  choose,
  controlWorker,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'

const STOPS = 10

test('Q8: a worker that is stopped again and again sends each photo once', async ({
  page,
  venue,
}) => {
  const random = createSeededRandom(8)
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4, 400)
  const worker = await controlWorker(page)
  await choose(page, photos)
  venue.relay.set({ upBytesPerSecond: 200_000 })
  await uploadNow(page)
  for (let stop = 0; stop < STOPS; stop += 1) {
    const moment = venue.relay.counts.upBytes + random.between(10_000, 120_000)
    await expect.poll(() => venue.relay.counts.upBytes).toBeGreaterThan(moment)
    await worker.stop()
    // What a page that comes into view does.
    await page.evaluate(() => dispatchEvent(new Event('online')))
  }
  venue.heal()
  await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible({ timeout: 60_000 })
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})

test('Q10: three tabs and the worker send one photo at a time', async ({
  page,
  context,
  venue,
}) => {
  const { event, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4, 250)
  const tabs = await Promise.all([context.newPage(), context.newPage()])
  for (const tab of tabs) await tab.goto(`/${event.event_hash}/upload`)
  await choose(page, photos)
  venue.relay.set({ upBytesPerSecond: 150_000 })
  venue.gateway.takeMostUploadsAtOnce()
  await uploadNow(page)
  for (let nudge = 0; nudge < 5; nudge += 1) {
    for (const tab of tabs) await tab.evaluate(() => dispatchEvent(new Event('online')))
  }
  await expect.poll(async () => (await storedHashes()).length).toBeGreaterThan(0)
  await page.close()
  await expect(tabs[0].getByText(texts.upload.progress(4, 4))).toBeVisible()
  expect(venue.gateway.takeMostUploadsAtOnce()).toBe(1)
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})

test('a page that was loaded past the worker is taken over by it', async ({ page, venue }) => {
  await page.goto(venue.url)
  await whenControlled(page)
  const cdp = await page.context().newCDPSession(page)
  const loaded = page.waitForEvent('load')
  await cdp.send('Page.reload', { ignoreCache: true })
  await loaded
  await whenControlled(page)
  // It was loaded past it indeed.
  const workerStart = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceNavigationTiming).workerStart
  })
  expect(workerStart).toBe(0)
})
