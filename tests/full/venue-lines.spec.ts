import { setTimeout as wait } from 'node:timers/promises'
import { texts } from '../../contract/texts.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from '../e2e/venue-fixtures.ts'

const MINUTE_MS = 60_000

test.beforeEach(() => test.setTimeout(20 * MINUTE_MS))

test('Q5: no request waits for ever in a black hole, and photos go later', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(2)
  await choose(page, photos)
  venue.relay.set({ blackHole: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible({ timeout: 40_000 })
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await wait(5 * MINUTE_MS)
  expect(await storedHashes()).toEqual([])
  venue.heal()
  await expect
    .poll(async () => (await storedHashes()).length, { timeout: 65_000 })
    .toBeGreaterThan(0)
  await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})

test('Q6: a line interrupted every 3 s carries 3 MB without sending it twice', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const [photo] = await gallery(1, 3000)
  await choose(page, [photo!])
  const before = venue.relay.counts.upBytes
  let isDone = false
  const flapping = (async () => {
    while (!isDone) {
      venue.relay.set({ upBytesPerSecond: 32_000 })
      await wait(3000)
      venue.relay.set({ refuse: true })
      await wait(3000)
    }
  })()
  await uploadNow(page)
  await expect.poll(storedHashes, { timeout: 15 * MINUTE_MS }).toEqual([photo!.sha256])
  isDone = true
  await flapping
  expect(venue.relay.counts.upBytes - before).toBeLessThan(1.5 * photo!.bytes.length)
})

test('Q7: a photo that is half-way when its page is closed goes on from there', async ({
  page,
  context,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const [photo] = await gallery(1, 4000)
  await choose(page, [photo!])
  const before = venue.relay.counts.upBytes
  venue.relay.set({ upBytesPerSecond: 8000 })
  await uploadNow(page)
  await expect
    .poll(() => venue.relay.counts.upBytes - before, { timeout: 10 * MINUTE_MS })
    .toBeGreaterThan(photo!.bytes.length / 2)
  await page.close()
  // The line dies and with it what was on its way.
  venue.relay.set({ refuse: true })
  const seen = venue.gateway.exchanges.length
  venue.relay.set({ upBytesPerSecond: 64_000 })
  const again = await context.newPage()
  await again.goto('/')
  await expect.poll(storedHashes, { timeout: 10 * MINUTE_MS }).toEqual([photo!.sha256])
  const parts = venue.gateway.exchanges.slice(seen).filter(({ method }) => method === 'PATCH')
  expect(parts[0]?.offset).toBeGreaterThan(0)
})
