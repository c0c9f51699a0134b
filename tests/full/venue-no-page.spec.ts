import { texts } from '../../contract/texts.ts'
import {
  choose,
  controlWorker,
  expect,
  gallery,
  enter,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'

/** Background Sync as it is, but for its waits: minutes are seconds. */
const SHORT_WAITS = [
  '--force-fieldtrials=BackgroundSync/T',
  `--force-fieldtrial-params=BackgroundSync.T:${[
    ['initial_retry_delay_sec', 3],
    ['retry_delay_factor', 1],
    ['max_sync_attempts', 10],
    ['min_sync_recovery_time_sec', 1],
  ]
    .flat()
    .join('/')}`,
]

const ENDINGS = ['the death of their worker', 'the death of the browser'] as const

for (const ending of ENDINGS) {
  test(`Q3: photos go with no page open, after ${ending}`, async ({ venue }) => {
    const { event, guest, storedHashes } = await startParty(venue)
    const photos = await gallery(4)
    const browser = await createKillableBrowser({ flags: SHORT_WAITS })
    try {
      const context = await browser.open()
      await enter(context, guest)
      const page = await context.newPage()
      await page.goto(`${venue.url}/${event.event_hash}/upload`)
      await whenControlled(page)
      const worker = await controlWorker(await context.newPage())
      await choose(page, photos)
      venue.relay.set({ refuse: true })
      await uploadNow(page)
      await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
      await page.close()
      if (ending === 'the death of the browser') {
        await browser.kill9()
        // A browser writes cookies down only now and then.
        await enter(await browser.open(), guest)
      } else {
        await worker.stop()
      }
      expect(await storedHashes()).toEqual([])
      venue.heal()
      await expect
        .poll(storedHashes, { timeout: 120_000 })
        .toEqual(photos.map(({ sha256 }) => sha256))
    } finally {
      await browser.close()
    }
  })
}
