import { hash, randomBytes } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { texts } from '../../contract/texts.ts'
import { WITH_VIDEOS, film, handOver } from '../e2e/chosen-videos.ts'
import {
  enter,
  expect,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'

test.use(HEADLESS_SHELL)

const MEGABYTE = 1024 * 1024
const VIDEO_BYTES = 100 * MEGABYTE
/** After so many bytes the line breaks, again and again. */
const BREAKS_EVERY = 20 * MEGABYTE
const MINUTE_MS = 60_000

test('100 MB of video arrive once over a breaking line and two kills', async ({ venue }) => {
  test.setTimeout(10 * MINUTE_MS)
  const { guest, event, stored } = await startParty(venue, WITH_VIDEOS)
  const { file, sha256 } = await filmLarge()
  const browser = await createKillableBrowser()
  try {
    const context = await browser.open()
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    await expect(page.locator('input[type=file]')).toHaveCount(1)
    await handOver(await context.newCDPSession(page), [file])
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1, { timeout: MINUTE_MS })
    const { counts } = venue.relay
    const before = counts.upBytes
    const sent = () => counts.upBytes - before
    venue.relay.set({ upBytesPerSecond: 8 * MEGABYTE })
    const startedAt = Date.now()
    await uploadNow(page)
    for (let breaks = 1; sent() < VIDEO_BYTES && (await stored()).length === 0; breaks += 1) {
      await expect
        .poll(async () => sent() >= breaks * BREAKS_EVERY || (await stored()).length > 0, {
          timeout: 3 * MINUTE_MS,
        })
        .toBe(true)
      venue.relay.set({ refuse: true })
      venue.relay.set({ upBytesPerSecond: 8 * MEGABYTE })
      if (breaks !== 1 && breaks !== 3) continue
      await browser.kill9()
      const again = await browser.open()
      // Chromium writes its cookies down twice a minute.
      await enter(again, guest)
      await (await again.newPage()).goto(`${venue.url}/`)
    }
    await expect
      .poll(async () => (await stored()).map((post) => post.bytesSha256), {
        timeout: 3 * MINUTE_MS,
      })
      .toEqual([sha256])
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`${(sent() / MEGABYTE).toFixed(1)} MB were sent for 100 MB, in ${seconds} s`)
    expect(sent()).toBeLessThan(1.3 * VIDEO_BYTES)
  } finally {
    await browser.close()
  }
})

/** A film with a box at its end that every player skips, of bytes that cannot be packed. */
async function filmLarge(): Promise<{ file: string; sha256: string }> {
  const file = await film('long.mp4', { seconds: 2, width: 320, height: 240 })
  const head = Buffer.alloc(8)
  head.writeUInt32BE(VIDEO_BYTES)
  head.write('free', 4)
  await appendFile(file, Buffer.concat([head, randomBytes(VIDEO_BYTES - head.length)]))
  return { file, sha256: hash('sha256', await readFile(file)) }
}
