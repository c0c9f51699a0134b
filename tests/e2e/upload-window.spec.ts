import type { Page } from '@playwright/test'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, openLive, test } from './fixtures.ts'
import { openEdit, update, updateAndReload } from './own-orma.ts'
import { choose, gallery, uploadNow } from './venue-fixtures.ts'

// An Orma of today, with its owner signed in here.
const fields = { event_date: new Date().toISOString().slice(0, 19) }
test.use({ ...WITHOUT_WORKER, as: 'owner', fields })

const closed = (page: Page) => page.getByText(texts.event.uploadsClosed)
const add = (page: Page) => page.getByRole('link', { name: texts.event.upload })
const endField = (page: Page) => page.getByLabel(texts.create.endsAt)

async function closeUploads(page: Page, path: string, isClosed: boolean): Promise<void> {
  await openEdit(page, path)
  await page.getByLabel(texts.edit.uploadsClosed).setChecked(isClosed)
  await updateAndReload(page)
}

// Specification: 7.23
test('photos chosen before uploads closed go up once reopened @full', async ({
  page,
  elsewhere,
  path,
  guest,
  read,
}) => {
  const postCount = async () => (await read(guest.token)).event.postCount
  const feed = await elsewhere(guest)
  const away = feed.context()
  const screen = await away.newPage()
  await openLive(feed, path)
  await expect(add(feed)).toBeVisible()
  await openLive(screen, `${path}/upload`)

  // One photo is on its way while the owner closes, another is chosen and not sent yet.
  const held = Promise.withResolvers<void>()
  await away.route('**/upload', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.fallback()
  })
  const photos = await gallery(2)
  await choose(screen, photos.slice(0, 1))
  await uploadNow(screen)
  await choose(screen, photos.slice(1))
  await expect(screen.getByRole('button', { name: texts.upload.uploadNow })).toBeVisible()

  await closeUploads(page, path, true)
  await expect(add(page)).toBeVisible()
  await expect(closed(page)).toHaveCount(0)
  await expect(page.getByText(texts.event.uploadsClosedForGuests)).toBeVisible()
  await expect(closed(feed)).toBeVisible()
  await expect(add(feed)).toHaveCount(0)
  await expect(feed.getByRole('button', { name: texts.event.takePhoto })).toHaveCount(0)
  expect(await violationsOf(feed)).toEqual([])

  const own = await away.newPage()
  await own.goto(`${path}/myphotos`)
  await expect(own.getByText(texts.ownPhotos.empty)).toBeVisible()
  await expect(add(own)).toHaveCount(0)

  held.resolve()
  const refused = screen.getByRole('listitem').filter({ has: closed(screen) })
  await expect(refused).toContainText(texts.upload.savedOnPhone)
  await expect(refused.getByRole('button', { name: texts.upload.saveToPhone })).toBeVisible()
  await expect(screen.getByRole('button', { name: texts.upload.retry })).toHaveCount(0)
  await expect(screen.getByRole('button', { name: texts.upload.uploadNow })).toHaveCount(0)
  await expect(screen.getByLabel(texts.upload.choose)).toHaveCount(0)
  await expect(screen.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  expect(await violationsOf(screen)).toEqual([])
  await screen.reload()
  await expect(screen.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  await expect(screen.getByRole('button', { name: texts.upload.saveToPhone })).toHaveCount(2)
  expect(await postCount()).toBe(0)

  await closeUploads(page, path, false)
  await expect(add(feed)).toBeVisible()
  await expect(closed(feed)).toHaveCount(0)
  // What was refused goes by itself, what was not sent yet when the guest says so.
  await expect(screen.getByText(texts.upload.progress(1, 1))).toBeVisible()
  await uploadNow(screen)
  await expect(screen.getByText(texts.upload.progress(2, 2))).toBeVisible()
  await expect.poll(postCount).toBe(2)
})

// Specification: 7.23
test('an open page notices that the uploads have ended @full', async ({
  page,
  elsewhere,
  path,
  change,
}) => {
  for (const who of [page, await elsewhere()]) {
    await change({ endsAt: new Date(Date.now() + 3_600_000).toISOString() })
    await who.clock.install()
    await who.goto(path)
    await expect(add(who)).toBeVisible()
    await who.route('**/api/events/**', () => undefined)
    await who.clock.fastForward('59:00')
    await expect(add(who)).toBeVisible()
    await who.clock.fastForward('02:00')
    await expect(closed(who)).toHaveCount(who === page ? 0 : 1)
    await expect(add(who)).toHaveCount(who === page ? 1 : 0)
  }
})

test('an owner sets when the uploads end, and takes it back @full', async ({
  page,
  path,
  read,
}) => {
  const endsAt = async (): Promise<Event['endsAt']> => (await read()).event.endsAt
  await openEdit(page, path)
  await expect(endField(page)).toHaveValue('')
  await endField(page).pressSequentially('06222030')
  await update(page).click()
  await expect(endField(page)).toBeFocused()
  await expect(endField(page)).toHaveAccessibleDescription(texts.create.incompleteEnd)
  expect(await violationsOf(page)).toEqual([])
  await endField(page).fill('2030-06-22T04:30')
  await updateAndReload(page)
  const entered = await page.evaluate(() => new Date(2030, 5, 22, 4, 30).toISOString())
  expect(await endsAt()).toBe(entered)
  await openEdit(page, path)
  await expect(endField(page)).toHaveValue('2030-06-22T04:30')
  await endField(page).fill('')
  await updateAndReload(page)
  expect(await endsAt()).toBeNull()
})
