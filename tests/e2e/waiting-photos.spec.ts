import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import {
  enter,
  choose,
  driveAll,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('S3: waiting photos go up when the same guest is back', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, guest, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(3)
  await choose(page, photos)
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  await expect(page.getByText(texts.upload.progress(0, 3))).toBeVisible()
  await expect(page.getByText(texts.upload.addFour(3, 4))).toBeVisible()

  await openProfile(page)
  const bar = page.getByRole('complementary').getByText(texts.offline.waiting(3))
  await expect(bar).toBeVisible()
  await signOut(page)
  const question = page.getByRole('alertdialog', {
    name: texts.profile.onlyHere({ photos: 3, comments: 0, others: 0 }),
  })
  // Which screen readers read wherever the focus is.
  await expect(question).toHaveAccessibleDescription(
    texts.profile.onlyHereDetail({ isSent: true, isKept: false }),
  )
  await question.getByRole('button', { name: texts.common.cancel }).click()
  await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible()
  await signOut(page)
  await question.getByRole('button', { name: texts.profile.keepUntilBack }).click()
  // Signed out, in the Orma that the guest came from.
  await expect(page).toHaveURL(`/${event.event_hash}`)
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()
  await expect(bar).toBeHidden()

  const before = venue.gateway.uploads().length
  venue.heal()
  await page.goto(`/${event.event_hash}/upload`)
  await expect(page.getByText(texts.upload.sameUserOnly(3))).toBeVisible()
  await expect(page.getByRole('img', { name: photos[0]?.name ?? '' })).toHaveCount(0)
  await driveAll(page, venue)
  expect(venue.gateway.uploads().length).toBe(before)
  expect(await storedHashes()).toEqual([])
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click()
  await expect(page).toHaveURL(`/${event.event_hash}/login`)

  await enter(context, await client.signInAgain(guest))
  await page.goto('/')
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  await driveAll(page, venue)
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})

// Specification: 2.63
test('a photo on a slow line says how far it is everywhere @full', async ({ page, venue }) => {
  const { event, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(1, 1600)
  await choose(page, photos)
  venue.relay.set({ upBytesPerSecond: 60_000 })
  await uploadNow(page)
  const percents = page.getByRole('listitem').filter({ hasText: texts.upload.uploading })
  await expect(percents.getByText(/^[1-9]\d? %$/)).toBeVisible()
  await page.getByRole('link', { name: texts.product.name }).click()
  await page.getByRole('link', { name: texts.offline.waiting(1) }).click()
  await expect(page).toHaveURL(`/${event.event_hash}/upload`)
  venue.heal()
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeVisible()
  await expect(page.getByText(texts.upload.shown)).toBeVisible()
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
})

test('photos that a guest did not send are named until taken back @full', async ({
  page,
  event,
  path,
}) => {
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  await choose(page, await gallery(3))
  const bar = (count: number) =>
    page.getByRole('complementary').getByText(texts.offline.chosen(count))
  for (const address of ['/', path]) {
    await page.goto(address)
    await expect(bar(3)).toBeVisible()
  }
  await page.getByRole('complementary').getByRole('link').click()
  await expect(page).toHaveURL(`${path}/upload`)
  await expect(bar(3)).toHaveCount(0)
  const remove = page.getByRole('button', { name: new RegExp(`^${texts.upload.remove} `) })
  await remove.first().evaluate(doubleTap)
  await expect(remove).toHaveCount(2)
  await expect(async () => {
    await remove.nth(1).click()
    await expect(remove).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await page.goto(path)
  await expect(bar(1)).toBeVisible()
  await page.goto(`${path}/upload`)
  await remove.click()
  await expect(page.getByText(texts.upload.choose)).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(bar(1)).toHaveCount(0)
})

/** Taps where this is, and once more as soon as something else has moved there. */
async function doubleTap(button: Element): Promise<void> {
  const { left, top, width, height } = button.getBoundingClientRect()
  const tap = () => {
    const under = document.elementFromPoint(left + width / 2, top + height / 2)
    under?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  }
  const row = button.closest('li')
  tap()
  while (row?.isConnected) await new Promise(requestAnimationFrame)
  tap()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
}

test('My photos and home make do with what a phone without network has', async ({
  page,
  venue,
}) => {
  const { event } = await openUpload(page, venue)
  const path = `/${event.event_hash}`
  await page.goto(path)
  await expect(page.getByText(texts.feed.empty)).toBeVisible()
  await page.goto(`${path}/upload`)
  const photos = await gallery(2)
  await choose(page, photos)
  venue.relay.set({ blackHole: true })
  await uploadNow(page)
  await page.goto(`${path}/myphotos`)
  const waiting = page.getByRole('list', { name: texts.offline.waiting(2) })
  await expect(waiting.getByRole('img', { name: photos[1]?.name ?? '' })).toBeVisible()
  await expect(waiting.getByRole('listitem')).toHaveCount(2)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: texts.home.visited })).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.home.mine })).toHaveCount(0)
})

async function openProfile(page: Page): Promise<void> {
  await page.getByRole('link', { name: texts.common.profile }).click()
  await expect(page.getByRole('heading', { name: texts.profile.title })).toBeVisible()
}
