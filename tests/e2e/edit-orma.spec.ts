import { api } from '../../contract/api.ts'
import { MAX_VIDEO_SECONDS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, update, updateAndReload } from './own-orma.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

const PAST = '2025-06-21'
const FAR = '2036-03-03T00:00:00.000Z'

// Specification: 2.72, 4.29
test('a new name and date are there when the page has reloaded', async ({
  page,
  path,
  read,
  change,
}) => {
  await openEdit(page, path)
  await change({ uploadsClosed: 'true', deleteAt: FAR })
  await expect(page.getByText(texts.event.uploadsClosedForGuests)).toBeVisible()
  await nameField(page).fill('Anna & Ben at last')
  await page.getByLabel(texts.create.date, { exact: true }).fill('2030-08-01')
  await page.evaluate(() => document.body.setAttribute('data-before', 'true'))
  await update(page).click()
  await expect(page.locator('body[data-before]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Anna & Ben at last' })).toBeVisible()
  expect((await read()).event).toMatchObject({
    name: 'Anna & Ben at last',
    event_date: '2030-08-01 00:00:00.000',
    uploadsClosed: true,
    deleteAt: FAR,
  })
})

test.describe('of a day in the past', () => {
  test.use({ fields: { event_date: `${PAST} 18:30` } })

  // Specification: 2.72, 5.16
  test('a date in the past is refused, and stays where it was @full', async ({
    page,
    path,
    read,
  }) => {
    await openEdit(page, path)
    const date = page.getByLabel(texts.create.date, { exact: true })
    await expect(date).toHaveValue(PAST)
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    await expect(date).toHaveAttribute('min', today)
    await date.fill('2025-06-22')
    await update(page).click()
    await expect(page.getByText(texts.edit.dateTooEarly)).toBeVisible()
    await expect(date).toBeFocused()

    await date.fill(PAST)
    await nameField(page).fill('A day to remember')
    await update(page).click()
    await expect(page.getByRole('heading', { name: 'A day to remember' })).toBeVisible()
    expect((await read()).event.event_date).toBe(`${PAST} 18:30:00.000`)
  })
})

test('the owner hears what is refused, what failed, and what is saved', async ({
  page,
  context,
  path,
  read,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await openEdit(page, path)
  const seatingUrl = page.getByLabel(texts.create.seatingUrl)
  await seatingUrl.fill('http://example.com/seats')
  await update(page).click()
  await expect(seatingUrl).toBeFocused()
  await expect(seatingUrl).toHaveAccessibleDescription(texts.create.invalidSeatingUrl)
  await seatingUrl.fill('https://example.com/seats')
  await context.setOffline(true)
  await seatingUrl.press('Enter')
  await expect(page.getByText(texts.edit.failed)).toBeInViewport({ ratio: 1 })
  await context.setOffline(false)
  await update(page).click()
  const saved = page.getByText(texts.edit.saved)
  await expect(saved).toBeVisible()
  // As after any dialog.
  await expect(page.getByRole('button', { name: texts.event.share })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.event.share })).toBeVisible()
  await expect(saved).toBeHidden()
  expect((await read()).event.seating_url).toBe('https://example.com/seats')
})

test('a paused Orma is a calm screen until its owner reopens it @full', async ({
  page,
  elsewhere,
  path,
  event,
}) => {
  const guest = await elsewhere()
  await guest.goto(path)
  await expect(guest.getByRole('heading', { name: event.name })).toBeVisible()

  await openEdit(page, path)
  await page.getByLabel(texts.edit.paused).check()
  await updateAndReload(page)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()

  await guest.reload()
  await expect(guest.getByRole('heading', { name: texts.server.paused })).toBeVisible()
  await expect(guest.getByText(texts.event.loadFailed)).toBeHidden()
  await expect(guest.getByRole('link', { name: texts.event.upload })).toBeHidden()
  expect(await violationsOf(guest)).toEqual([])

  await openEdit(page, path)
  await expect(page.getByLabel(texts.edit.paused)).toBeChecked()
  await page.getByLabel(texts.edit.paused).uncheck()
  await updateAndReload(page)
  await expect(guest.getByRole('heading', { name: event.name })).toBeVisible()
})

test('an Orma is deleted once its name is typed, and gone from home', async ({
  page,
  orma,
  path,
  event,
  client,
}) => {
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.delete }).click()
  const confirm = page.getByRole('button', { name: texts.common.delete, exact: true })
  await expect(confirm).toBeDisabled()
  await page.getByLabel(texts.edit.typeName(event.name)).fill('Anna')
  await expect(confirm).toBeDisabled()
  await page.getByLabel(texts.edit.typeName(event.name)).fill(event.name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${orma.url}/`)
  await expect(page.getByText(texts.home.empty).first()).toBeVisible()
  await expect(page.getByText(event.name)).toHaveCount(0)
  const params = { event_hash: event.event_hash }
  expect((await client.call(api.getEvent, { params })).status).toBe(404)
})

test('the form shows the Orma as another tab left it @full', async ({
  page,
  path,
  read,
  change,
  addPhotos,
  event,
}) => {
  // Nothing is heard live, as on many a line.
  await page.route('**/live', (route) => route.fulfill({ status: 503 }))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await addPhotos(1)
  await change({ name: 'Renamed elsewhere' })
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(nameField(page)).toHaveValue('Renamed elsewhere')
  await expect(page.getByText(texts.edit.storage('0 kB'))).toHaveCount(0)

  await page.unroute('**/live')
  await page.getByLabel(texts.create.seatingUrl).fill('https://example.com/seats')
  await change({ name: 'Renamed once more', reviewAll: 'true' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(nameField(page)).toHaveValue('Renamed once more')
  await expect(page.getByLabel(texts.edit.reviewAll)).toBeChecked()
  await updateAndReload(page)
  expect((await read()).event).toMatchObject({
    name: 'Renamed once more',
    reviewAll: true,
    seating_url: 'https://example.com/seats',
  })
})

test('an owner lets guests add videos, and takes that back @full', async ({ page, path, read }) => {
  await openEdit(page, path)
  const videos = page.getByRole('checkbox', { name: texts.edit.allowVideos })
  await expect(videos).not.toBeChecked()
  await expect(page.getByText(texts.edit.allowVideosHint(MAX_VIDEO_SECONDS))).toBeVisible()
  await videos.press('Space')
  await page.reload()
  await expect(videos).toBeChecked()
  await updateAndReload(page)
  expect((await read()).event.allowVideos).toBe(true)
  await openEdit(page, path)
  await expect(videos).toBeChecked()
  await expect(page.getByText(texts.edit.allowVideosOff)).toBeVisible()
  await videos.press('Space')
  await updateAndReload(page)
  expect((await read()).event.allowVideos).toBe(false)
})

test('what was entered to change an Orma outlives a reload @full', async ({
  page,
  path,
  event,
}) => {
  await openEdit(page, path)
  await nameField(page).fill('Half a name')
  await page.getByLabel(texts.edit.paused).check()
  await page.reload()
  await expect(nameField(page)).toHaveValue('Half a name')
  await expect(page.getByLabel(texts.edit.paused)).toBeChecked()
  await page.goto('/terms')
  await page.goBack()
  await expect(nameField(page)).toHaveValue('Half a name')

  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog', { name: texts.common.discardQuestion })
    .getByRole('button', { name: texts.common.discard })
    .click()
  await page.reload()
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(nameField(page)).toHaveValue(event.name)

  await nameField(page).fill('A whole name')
  await updateAndReload(page)
  await expect(page.getByRole('heading', { name: 'A whole name' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.event.share })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
