import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { isUpload } from '../support/gateway.ts'
import { sha256Of } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import { violationsOf } from './axe.ts'
import {
  enter,
  choose,
  expect,
  gallery,
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
  await enter(context, guest)
  return { older, newer, owner }
}

test('the bar counts one Orma’s photos, and leads to the next', async ({
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

test('the upload screen of a deleted Orma gives the photos back', async ({
  page,
  context,
  venue,
  client,
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
  await client.call(api.deleteEvent, { params, token: owner.token })
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
