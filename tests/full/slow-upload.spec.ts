import { texts } from '../../contract/texts.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'
import { enter, choose, expect, test, uploadNow, whenControlled } from '../e2e/venue-fixtures.ts'

/** Of a line of 50 kB/s whose answers take 400 ms, in 3 s. */
const SENT_BY_THEN = 110_000

test('on a slow line a photo is soon seen to go up', async ({ page, context, venue, party }) => {
  await enter(context, party.guest)
  await page.goto(`/${party.event.event_hash}/upload`)
  await whenControlled(page)
  const random = createSeededRandom(7)
  const said = page.locator('.upload-screen-message .quiet')
  for (const size of [600_000, 1_400_000]) {
    await choose(page, [await makeSizedPhoto(`${size}.jpg`, size, random)])
    venue.relay.set({ upBytesPerSecond: 50_000, latencyMs: 200 })
    await uploadNow(page)
    await expect(said.filter({ hasText: /^\d+ %$/ })).toBeVisible()
    const percent = parseInt(await said.filter({ hasText: '%' }).innerText(), 10)
    expect(percent).toBeGreaterThan(0)
    expect((percent / 100) * size).toBeLessThan(SENT_BY_THEN)
    venue.heal()
    await expect(page.getByText(texts.upload.uploaded, { exact: true })).toHaveCount(
      size === 600_000 ? 1 : 2,
    )
  }
})
