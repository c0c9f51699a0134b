import type { Page } from '@playwright/test'
import { FEEDS_TAG, SYNC_TAG } from '../../contract/worker-messages.ts'
import { texts } from '../../contract/texts.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { Venue } from '../support/venue.ts'
import {
  enter,
  choose,
  controlWorker,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test('Q1, Q4: photos chosen offline survive the browser’s death', async ({
  venue,
  watch,
  event,
  guest,
  storedHashes,
}) => {
  const photos = await gallery(4)
  const browser = await createKillableBrowser()
  try {
    const first = await browser.open()
    await enter(first, guest)
    const page = await first.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    venue.relay.set({ refuse: true })
    await choose(page, photos)
    await uploadNow(page)
    await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
    await browser.kill9()
    venue.heal()

    const second = await browser.open()
    watch(second)
    await enter(second, guest)
    // Not the page of the Orma.
    await (await second.newPage()).goto(venue.url)
    await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  } finally {
    await browser.close()
  }
})

test('Q3: photos go with no page open when the network is back', async ({ page, venue }) => {
  const { worker, expectSent } = await leaveWaiting(page, venue)
  await worker.sync(venue.url, SYNC_TAG, false)
  await expectSent()
})

test('photos go when the browser looks for what is new @full', async ({ page, venue }) => {
  const { worker, expectSent } = await leaveWaiting(page, venue)
  await worker.periodicSync(venue.url, FEEDS_TAG)
  await expectSent()
})

/** Queues photos without a network, and leaves the app; then the network is back, which nobody has noticed. */
async function leaveWaiting(page: Page, venue: Venue) {
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4)
  const elsewhere = await page.context().newPage()
  const worker = await controlWorker(elsewhere)
  venue.relay.set({ refuse: true })
  await choose(page, photos)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  await page.close()
  await worker.stop()
  venue.heal()
  expect(await storedHashes()).toEqual([])
  return {
    worker,
    expectSent: () => expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256)),
  }
}
