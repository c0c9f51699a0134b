import { texts } from '../../contract/texts.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from '../e2e/venue-fixtures.ts'

test.use({ settings: { EVENT_UPLOAD_LIMIT: '2' } })

test('Q15: photos beyond the limit are set aside with the specified text', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4)
  await choose(page, photos)
  await uploadNow(page)
  const refused = page.getByRole('listitem').filter({ hasText: texts.upload.limitReached })
  await expect(refused).toHaveCount(2)
  expect(await storedHashes()).toEqual(photos.slice(0, 2).map(({ sha256 }) => sha256))
  const asked = venue.gateway.uploads().length
  for (let start = 0; start < 4; start += 1) {
    await page.reload()
    await expect(refused).toHaveCount(2)
    await page.evaluate(() => dispatchEvent(new Event('online')))
  }
  expect(venue.gateway.uploads()).toHaveLength(asked)
  await expect(refused.getByRole('button', { name: texts.upload.saveToPhone })).toHaveCount(2)
})
