import type { Page } from '@playwright/test'
import { FEEDS_TAG, SYNC_TAG } from '../../contract/worker-messages.ts'
import { texts } from '../../contract/texts.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { Venue } from '../support/venue.ts'
import {
  choose,
  controlWorker,
  expect,
  gallery,
  openUpload,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test('Q1, Q4: photos chosen without a network survive the death of the browser, and any page of the app sends them', async ({
  venue,
  watch,
}) => {
  const { event, guest, storedHashes } = await startParty(venue)
  const photos = await gallery(4)
  const browser = await createKillableBrowser()
  try {
    const first = await browser.open()
    await signIn(first, venue, guest)
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
    await signIn(second, venue, guest)
    // Not the page of the Orma.
    await (await second.newPage()).goto(venue.url)
    await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  } finally {
    await browser.close()
  }
})

test('Q3: photos go when the browser says that the network is back, with no page of the app open @full', async ({
  page,
  venue,
}) => {
  const { worker, expectSent } = await leaveWaiting(page, venue)
  await worker.sync(venue.url, SYNC_TAG, false)
  await expectSent()
})

test('photos that wait go also when the browser wakes the worker to look for what is new, with no page of the app open @full', async ({
  page,
  venue,
}) => {
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
