import { stat } from 'node:fs/promises'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import {
  enter,
  expect,
  gallery,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'
import { WITH_VIDEOS, chooseFiles, film } from './chosen-videos.ts'

test.use(HEADLESS_SHELL)

const { upload } = texts

test('a photo chosen after a video arrives before it, and the video goes on @full', async ({
  page,
  context,
  venue,
}) => {
  const { guest, event, stored } = await startParty(venue, WITH_VIDEOS)
  await enter(context, guest)
  await page.goto(`/${event.event_hash}/upload`)
  await whenControlled(page)
  const video = await film('party.mp4', { seconds: 12, width: 960, height: 540 })
  const { size } = await stat(video)
  await chooseFiles(page, [video])
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(1)
  venue.relay.set({ upBytesPerSecond: size / 20 })
  const before = venue.relay.counts.upBytes
  await uploadNow(page)
  await expect(page.getByText(/^\d+ %$/)).toBeVisible()
  const [photo] = await gallery(1, 40)
  await page.locator('input[type=file]').setInputFiles({
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: photo?.bytes ?? Buffer.alloc(0),
  })
  await uploadNow(page)
  await expect
    .poll(async () => (await stored()).map(({ bytesSha256 }) => bytesSha256))
    .toEqual([photo?.sha256])
  await expect(page.getByText(/^\d+ %$/)).toBeVisible()
  venue.heal()
  await expect.poll(stored).toHaveLength(2)
  // Nothing of it was sent twice.
  expect(venue.relay.counts.upBytes - before).toBeLessThan(size * 1.3)
})
