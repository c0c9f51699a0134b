import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { isUpload } from '../support/gateway.ts'
import { sha256Of } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import { violationsOf } from './axe.ts'
import {
  choose,
  expect,
  gallery,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

const bar = (page: Page) => page.getByRole('complementary')
const upload = texts.upload

/** One guest in two Ormas of different names. */
async function twoOrmas(context: BrowserContext, venue: Venue) {
  const { client } = venue
  const { event: older, owner, guest } = await startParty(venue)
  const newer = await client.createOrma(owner, { name: 'Garden party' })
  await signIn(context, venue, guest)
  return { older, newer, owner }
}

test('the bar counts the photos of one Orma, that of the page before others, and leads to it; from there it leads to the next one', async ({
  page,
  context,
  venue,
}) => {
  const { older, newer } = await twoOrmas(context, venue)
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-before' : 'pass'))
  for (const [count, { event_hash }] of [
    [3, older],
    [1, newer],
  ] as const) {
    await page.goto(`/${event_hash}/upload`)
    await whenControlled(page)
    await choose(page, await gallery(count))
    await uploadNow(page)
    const unsent = page.getByText(upload.progress(0, count))
    await expect(unsent.or(page.getByText(upload.waitingForSignal))).toBeVisible()
  }

  await page.goto('/')
  await expect(bar(page).getByText(texts.offline.waiting(3))).toBeVisible()
  await expect(bar(page).getByText(older.name)).toBeVisible()
  await page.goto(`/${newer.event_hash}`)
  await expect(bar(page).getByText(texts.offline.waiting(1))).toBeVisible()
  await expect(bar(page).getByText(newer.name)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  const show = bar(page).getByRole('link')
  await show.click()
  await expect(page).toHaveURL(`/${newer.event_hash}/upload`)
  await expect(bar(page).getByText(texts.offline.waiting(3))).toBeVisible()
  await show.click()
  await expect(page).toHaveURL(`/${older.event_hash}/upload`)
  await expect(bar(page).getByText(texts.offline.waiting(1))).toBeVisible()
  await expect(bar(page).getByText(newer.name)).toBeVisible()
})

test('beside photos that were refused the bar says how many wait for UPLOAD NOW, in the feed and at home', async ({
  page,
  context,
  venue,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { older } = await twoOrmas(context, venue)
  await page.goto(`/${older.event_hash}/upload`)
  await whenControlled(page)
  venue.gateway.judge((request) => (isUpload(request) ? { status: 422 } : 'pass'))
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(upload.failed)).toBeVisible()
  await choose(page, await gallery(3))
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(3)
  for (const path of [`/${older.event_hash}`, '/']) {
    await page.goto(path)
    await expect(bar(page).getByText(texts.offline.notUploaded(1))).toBeVisible()
    await expect(bar(page).getByText(texts.offline.chosen(3))).toBeVisible()
  }
  await expect(bar(page).getByText(older.name)).toBeVisible()
  // What stands at the lower edge is raised by its height.
  const { height } = (await bar(page).boundingBox()) ?? { height: NaN }
  const raised = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom),
  )
  expect(Math.abs(raised - height)).toBeLessThan(4)
})

test('of photos that were not sent before their Orma closed the bar says that they stay, and not that they wait to be uploaded', async ({
  page,
  context,
  venue,
}) => {
  const { older, owner } = await twoOrmas(context, venue)
  const params = { event_hash: older.event_hash }
  await page.goto(`/${older.event_hash}/upload`)
  await choose(page, await gallery(2))
  await page.goto('/')
  await expect(bar(page).getByText(texts.offline.chosen(2))).toBeVisible()
  const form = toForm({ uploadsClosed: 'true' })
  await venue.client.call(api.updateEvent, { params, token: owner.token, form })
  await page.reload()
  await expect(bar(page).getByText(texts.offline.stay(2))).toBeVisible()
  await expect(bar(page).getByText(texts.offline.chosen(2))).toHaveCount(0)

  await venue.client.call(api.deleteEvent, { params, token: owner.token })
  await page.reload()
  await expect(bar(page).getByText(texts.offline.stay(2))).toBeVisible()
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(bar(page).getByText(texts.offline.stay(2))).toBeVisible()
})

test('the upload screen of a deleted Orma says that it is gone and gives the photos back, without a network too, and never offers to send them', async ({
  page,
  context,
  venue,
}) => {
  const { older, owner } = await twoOrmas(context, venue)
  const address = `/${older.event_hash}/upload`
  await page.goto(address)
  await whenControlled(page)
  const photos = await gallery(2)
  await choose(page, photos.slice(0, 1))
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(upload.waitingForSignal)).toBeVisible()
  await choose(page, photos.slice(1), 2)
  const params = { event_hash: older.event_hash }
  await venue.client.call(api.deleteEvent, { params, token: owner.token })
  venue.heal()
  await page.reload()

  const expectGone = async () => {
    await expect(page.getByRole('heading', { name: upload.ormaGone })).toBeVisible()
    await expect(page.getByText(upload.ormaGoneDetail(2))).toBeVisible()
    await expect(page.getByRole('button', { name: upload.saveToPhone })).toHaveCount(2)
    for (const name of [upload.uploadNow, upload.retry]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    }
    await expect(page.getByLabel(upload.choose)).toHaveCount(0)
    await expect(page.getByText(upload.failed)).toHaveCount(0)
  }
  await expectGone()
  expect(await violationsOf(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: upload.saveToPhone }).first().click()
  const saved = await readFile(await (await saving).path())
  expect(photos.map(({ sha256 }) => sha256)).toContain(sha256Of(saved))
  venue.relay.set({ refuse: true })
  await page.reload()
  await expectGone()
})

test('whoever signs out with photos that they did not send is promised to find them again, not that they are sent', async ({
  page,
  context,
  venue,
}) => {
  const { older } = await twoOrmas(context, venue)
  await page.goto(`/${older.event_hash}/upload`)
  await choose(page, await gallery(1))
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '1 photo is only on this phone' })
  const kept = texts.profile.onlyHereDetail({ isSent: false, isKept: true })
  await expect(question.getByText(kept)).toBeVisible()
})

test('a refused photo is tried again from the settings, as long as its Orma is not gone', async ({
  page,
  context,
  venue,
}) => {
  const { older, owner } = await twoOrmas(context, venue)
  await page.goto(`/${older.event_hash}/upload`)
  await whenControlled(page)
  const refuse = () =>
    venue.gateway.judge((request) => (isUpload(request) ? { status: 422 } : 'pass'))
  refuse()
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(upload.failed)).toBeVisible()
  await page.goto('/settings')
  const retry = page.getByRole('main').getByRole('button', { name: upload.retry })
  venue.gateway.judge()
  await retry.click()
  await expect(page.getByText(texts.settings.nothingWaits)).toBeVisible()

  refuse()
  await page.goto(`/${older.event_hash}/upload`)
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(upload.failed)).toBeVisible()
  venue.gateway.judge()
  const params = { event_hash: older.event_hash }
  await venue.client.call(api.deleteEvent, { params, token: owner.token })
  await page.goto('/settings')
  await retry.click()
  await expect(page.getByText(upload.ormaGone)).toBeVisible()
  await expect(retry).toHaveCount(0)
  await expect(page.getByRole('button', { name: upload.saveToPhone })).toBeVisible()
})

test('six photos that a gallery shared are not told to be only four', async ({
  page,
  context,
  venue,
}) => {
  const { older } = await twoOrmas(context, venue)
  await page.goto(`/${older.event_hash}/upload`)
  await choose(page, await gallery(4))
  await expect(page.getByText(upload.hint)).toBeVisible()
  await page.evaluate(giveAgain, ['six', 'five'])
  await page.reload()
  await expect(page.getByText(upload.savedOnPhone)).toHaveCount(6)
  await expect(page.getByRole('button', { name: upload.uploadNow })).toBeVisible()
  await expect(page.getByText(upload.hint)).toHaveCount(0)
})

/** Has the page's database hold a photo once more under each of these keys, as a share with several would. */
async function giveAgain(keys: string[]): Promise<void> {
  const opening = indexedDB.open('orma-outbox')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction(['photos', 'bytes'], 'readwrite')
  const photos = transaction.objectStore('photos')
  const reading = photos.getAll()
  await new Promise((resolve) => reading.addEventListener('success', resolve))
  const { seq, ...photo } = reading.result[0] as { seq: number; key: string }
  console.log(`again, as after ${seq}`)
  for (const key of keys) {
    photos.add({ ...photo, key, sha256: key })
    transaction.objectStore('bytes').put(new ArrayBuffer(3), key)
  }
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  opening.result.close()
}
