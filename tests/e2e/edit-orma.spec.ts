import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from './fixtures.ts'

const PAST = '2025-06-21'

async function ownedOrma(context: BrowserContext, orma: OrmaServer, fields = {}) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner, fields)
  const { event_hash } = event
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  const read = async (token = owner.token) =>
    (await client.call(api.getEvent, { params: { event_hash }, token })).body
  return { client, owner, event, path: `/${event_hash}`, read }
}

async function openEdit(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
}

const update = (page: Page) => page.getByRole('button', { name: texts.edit.update, exact: true })
const frame = (page: Page) => page.getByRole('application', { name: texts.edit.position })
const zoom = (page: Page) => page.getByLabel(texts.edit.zoom, { exact: true })

/** Sends the form and waits until the page has begun anew. */
async function updateAndReload(page: Page) {
  await update(page).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** A picture whose quarters are red, green, blue and white, so that a part of it can be told. */
async function quarters(width: number, height: number): Promise<Buffer> {
  const rect = (x: number, y: number, colour: string) =>
    `<rect x="${x}%" y="${y}%" width="50%" height="50%" fill="${colour}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(0, 0, '#f00')}${rect(50, 0, '#0f0')}${rect(0, 50, '#00f')}${rect(50, 50, '#fff')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

async function chooseImage(page: Page, buffer: Buffer, mimeType = 'image/jpeg', name = 'a.jpg') {
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.setInputFiles([{ name, mimeType, buffer }])
}

/** The colours of the corners of a served image, top left first, as R, G, B or W. */
async function corners(url: string): Promise<{ letters: string; width: number; height: number }> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place =
      (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [r = 0, g = 0] = data.subarray(place)
    return r > 128 && g > 128 ? 'W' : r > 128 ? 'R' : g > 128 ? 'G' : 'B'
  }
  const letters = at(0.05, 0.05) + at(0.95, 0.05) + at(0.05, 0.95) + at(0.95, 0.95)
  return { letters, width: info.width, height: info.height }
}

/** Real touches, which become pointer events as on a phone. */
async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number; id: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

test('a new name and date are there when the page has reloaded', async ({
  page,
  context,
  orma,
}) => {
  const { path, read } = await ownedOrma(context, orma)
  await openEdit(page, path)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByLabel(texts.create.name, { exact: true }).fill('Anna & Ben at last')
  await page.getByLabel(texts.create.date, { exact: true }).fill('2030-08-01')
  await page.evaluate(() => document.body.setAttribute('data-before', 'true'))
  await update(page).click()
  await expect(page.locator('body[data-before]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Anna & Ben at last' })).toBeVisible()
  expect((await read()).event).toMatchObject({
    name: 'Anna & Ben at last',
    event_date: '2030-08-01 00:00:00.000',
  })
})

test('a date in the past is offered no more and refused, but stays where it was', async ({
  page,
  context,
  orma,
}) => {
  const { path, read } = await ownedOrma(context, orma, { event_date: `${PAST} 18:30` })
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
  await page.getByLabel(texts.create.name, { exact: true }).fill('A day to remember')
  await update(page).click()
  await expect(page.getByRole('heading', { name: 'A day to remember' })).toBeVisible()
  expect((await read()).event.event_date).toBe(`${PAST} 18:30:00.000`)
})

test('an image is refused for its type and for its size, with the reason', async ({
  page,
  context,
  orma,
}) => {
  const { path } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateImage }).click()
  await expect(page.getByRole('heading', { name: texts.edit.updateImage })).toBeVisible()
  await chooseImage(page, Buffer.from('no image'), 'text/plain', 'speech.txt')
  await expect(page.getByText(texts.create.notAnImage)).toBeVisible()
  await chooseImage(page, Buffer.alloc(EVENT_IMAGE_MAX_BYTES + 1))
  await expect(page.getByText(texts.create.imageTooLarge)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.edit.useImage })).toBeHidden()
})

test('the picture is cut where it was moved to, by keys alone', async ({ page, context, orma }) => {
  const { path, read } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateImage }).press('Enter')
  await chooseImage(page, await quarters(1600, 1200))
  await zoom(page).fill('2')
  await frame(page).focus()
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowLeft')
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowUp')
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('button', { name: texts.edit.useImage }).press('Enter')
  // Back on the main screen, where one left it.
  await expect(page.getByRole('button', { name: texts.edit.updateImage })).toBeFocused()
  await updateAndReload(page)
  const { letters, width, height } = await corners(
    orma.url + (await read()).event.event_profile_image_url,
  )
  expect({ letters, isSquare: width === height }).toEqual({ letters: 'RRRR', isSquare: true })
})

test('the banner is dragged and zoomed, and keeps its shape', async ({ page, context, orma }) => {
  const { path, read } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateBanner }).click()
  await chooseImage(page, await quarters(2400, 1200))
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('the frame cannot be seen')
  await page.mouse.move(box.x + 20, box.y + 20)
  for (let turns = 0; turns < 12; turns += 1) await page.mouse.wheel(0, -120)
  await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(2)
  for (let drags = 0; drags < 6; drags += 1) {
    await page.mouse.move(box.x + box.width - 10, box.y + box.height - 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 10, box.y + 10, { steps: 4 })
    await page.mouse.up()
  }
  await page.getByRole('button', { name: texts.edit.useImage }).click()
  await updateAndReload(page)
  const { letters, width, height } = await corners(orma.url + (await read()).event.event_banner_url)
  expect({ letters, ratio: width / height }).toEqual({ letters: 'WWWW', ratio: 2 })
})

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('two fingers enlarge the picture where they are spread, and one moves it', async ({
    page,
    context,
    orma,
  }) => {
    const { path, read } = await ownedOrma(context, orma)
    await openEdit(page, path)
    await page.getByRole('button', { name: texts.edit.updateImage }).click()
    await chooseImage(page, await quarters(1600, 1200))
    const box = await frame(page).boundingBox()
    if (!box) throw new Error('the frame cannot be seen')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const touch = await touchScreen(page)

    const spread = (by: number) => [
      { x: x - by, y, id: 1 },
      { x: x + by, y, id: 2 },
    ]
    await touch('touchStart', spread(20))
    for (let by = 25; by <= 60; by += 5) await touch('touchMove', spread(by))
    await touch('touchEnd', [])
    // Three times as far from each other as they began, and evenly, so that the middle stays where it is.
    await expect.poll(async () => Number(await zoom(page).inputValue())).toBeCloseTo(3, 0)
    const zoomed = Number(await zoom(page).inputValue())

    for (let drags = 0; drags < 8; drags += 1) {
      await touch('touchStart', [{ x: x - 60, y: y - 60, id: 1 }])
      for (let by = -40; by <= 60; by += 20) {
        await touch('touchMove', [{ x: x + by, y: y + by, id: 1 }])
      }
      await touch('touchEnd', [])
    }
    expect(Number(await zoom(page).inputValue())).toBe(zoomed)
    await page.getByRole('button', { name: texts.edit.useImage }).click()
    await updateAndReload(page)
    const { letters } = await corners(orma.url + (await read()).event.event_profile_image_url)
    expect(letters).toBe('RRRR')
  })
})

test('a photo that was taken sideways is cut upright', async ({ page, context, orma }) => {
  const { path, read } = await ownedOrma(context, orma)
  const upright = await quarters(1200, 1200)
  const sideways = await sharp(upright)
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer()
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateImage }).click()
  await chooseImage(page, sideways)
  await page.getByRole('button', { name: texts.edit.useImage }).click()
  await updateAndReload(page)
  const { letters } = await corners(orma.url + (await read()).event.event_profile_image_url)
  expect(letters).toBe('RGBW')
})

test('Escape leads from an image back to the form, and what was typed is still there', async ({
  page,
  context,
  orma,
}) => {
  const { path } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByLabel(texts.create.name, { exact: true }).fill('Typed')
  // After some times a browser closes without asking.
  for (let times = 0; times < 6; times += 1) {
    await page.getByRole('button', { name: texts.edit.updateBanner }).click()
    await expect(page.getByRole('heading', { name: texts.edit.updateBanner })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
    await expect(page.getByLabel(texts.create.name, { exact: true })).toHaveValue('Typed')
    await expect(page.getByRole('button', { name: texts.edit.updateBanner })).toBeFocused()
  }
})

test('what the server refuses is said, and stays in the form', async ({ page, context, orma }) => {
  const { path } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByLabel(texts.create.seatingUrl).fill('http://example.com/seats')
  await update(page).click()
  await expect(page.getByText(texts.create.invalidSeatingUrl)).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel(texts.create.seatingUrl).fill('https://example.com/seats')
  await update(page).click()
  await expect(page.getByText(texts.edit.failed)).toBeVisible()
  await context.setOffline(false)
  await updateAndReload(page)
})

test('a paused Orma is a calm screen for guests, until its owner reopens it', async ({
  page,
  context,
  orma,
  browser,
}) => {
  const { path, event } = await ownedOrma(context, orma)
  const guest = await (await browser.newContext({ baseURL: orma.url })).newPage()
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
  expect((await new AxeBuilder({ page: guest }).analyze()).violations).toEqual([])

  await openEdit(page, path)
  await expect(page.getByLabel(texts.edit.paused)).toBeChecked()
  await page.getByLabel(texts.edit.paused).uncheck()
  await updateAndReload(page)
  await guest.getByRole('button', { name: texts.common.retry }).click()
  await expect(guest.getByRole('heading', { name: event.name })).toBeVisible()
})

test('an Orma is deleted once its name is typed, and gone from home', async ({
  page,
  context,
  orma,
}) => {
  const { path, event, client } = await ownedOrma(context, orma)
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.delete }).click()
  const confirm = page.getByRole('button', { name: texts.common.delete, exact: true })
  await expect(confirm).toBeDisabled()
  await page.getByLabel(texts.edit.typeName(event.name)).fill('Anna')
  await expect(confirm).toBeDisabled()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByLabel(texts.edit.typeName(event.name)).fill(event.name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${orma.url}/`)
  await expect(page.getByText(texts.home.empty).first()).toBeVisible()
  await expect(page.getByText(event.name)).toHaveCount(0)
  const params = { event_hash: event.event_hash }
  expect((await client.call(api.getEvent, { params })).status).toBe(404)
})
