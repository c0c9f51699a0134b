import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { api } from '../../contract/api.ts'
import { SHARE_QR_PX } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { readQr } from '../support/read-qr.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ownedOrma } from './own-orma.ts'

test.use(WITHOUT_WORKER)

const PRINT_QR_PX_MIN = 1000
/** As long as a name may be nearly, and nowhere to break it. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenverein-Jubiläumssommerfestes'

async function openShare(page: Page, link: string) {
  await page.goto(link)
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(qrCode(page)).toBeVisible()
}

const qrCode = (page: Page) =>
  page.getByRole('dialog').getByRole('img', { name: texts.print.qrCode })

test('shows the private link as a QR code of dots that a phone can read', async ({
  page,
  context,
  orma,
}) => {
  const { link } = await ownedOrma(context, orma)
  await openShare(page, link)
  await expect(page.getByText(texts.share.private)).toBeVisible()
  const box = await qrCode(page).boundingBox()
  const size = [box?.width, box?.height].map((px) => Math.round(px ?? 0))
  expect(size).toEqual([SHARE_QR_PX, SHARE_QR_PX])
  await expect(qrCode(page).locator('circle').first()).toBeAttached()
  const card = page.locator('.share-code')
  expect(await readQr(await card.screenshot())).toBe(link)
  expect(await violationsOf(page)).toEqual([])
})

test('saves the QR code as a PNG sharp enough for printing', async ({ page, context, orma }) => {
  const { link } = await ownedOrma(context, orma)
  await openShare(page, link)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.print.downloadQr }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Anna-Ben-QR.png')
  const png = await readFile(await download.path())
  const { format, width, height } = await sharp(png).metadata()
  expect(format).toBe('png')
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(PRINT_QR_PX_MIN)
  expect(await readQr(png)).toBe(link)
})

test('leads to the splash page where guests also look for their seat', async ({
  page,
  context,
  orma,
}) => {
  const { link } = await ownedOrma(context, orma, { seating_url: 'https://example.com/seats' })
  await openShare(page, link)
  await expect(page.getByLabel(texts.share.link)).toHaveValue(`${link}/splash-screen`)
  expect(await readQr(await page.locator('.share-code').screenshot())).toBe(`${link}/splash-screen`)
})

test('copies the link where the browser has no share sheet, and says so @full', async ({
  page,
  context,
  orma,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { link } = await ownedOrma(context, orma)
  await openShare(page, link)
  await expect(page.getByRole('button', { name: texts.share.shareUrl })).toBeHidden()
  await page.getByRole('button', { name: texts.share.copyUrl }).click()
  await expect(page.getByRole('button', { name: texts.share.copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('hands the link to the share sheet where there is one', async ({ page, context, orma }) => {
  await context.addInitScript(() => {
    navigator.share = async (data = {}) => {
      document.title = JSON.stringify({ ...data, files: data.files?.map(({ name }) => name) })
    }
  })
  const { link, event } = await ownedOrma(context, orma)
  await openShare(page, link)
  await page.getByRole('button', { name: texts.share.shareUrl }).click()
  await expect(page).toHaveTitle(JSON.stringify({ title: event.name, url: link }))

  await page.evaluate(() => {
    Object.assign(navigator, { standalone: true, canShare: () => true })
  })
  await page.getByRole('button', { name: texts.print.downloadQr }).click()
  await expect(page).toHaveTitle(JSON.stringify({ files: ['Anna-Ben-QR.png'] }))
})

test('shows the link and copies it while its QR code cannot be loaded @full', async ({
  page,
  context,
  orma,
}) => {
  const { link } = await ownedOrma(context, orma)
  await context.route(/share-code|qr-code/, (route) => route.abort())
  await page.goto(link)
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(page.getByLabel(texts.share.link)).toHaveValue(link)
  await expect(page.getByRole('button', { name: texts.share.copyUrl })).toBeVisible()
})

test('leads on to changing the Orma and to its slideshow', async ({ page, context, orma }) => {
  const { link } = await ownedOrma(context, orma)
  await openShare(page, link)
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: texts.edit.title })).toBeHidden()
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('link', { name: texts.share.viewSlideshow }).click()
  await expect(page).toHaveURL(`${link}/slideshow`)
})

for (const { name, button, width, height } of [
  { name: 'a table card on A6', button: texts.print.tableCard, width: 105, height: 148 },
  { name: 'a sign on A4', button: texts.print.sign, width: 210, height: 297 },
]) {
  test(`prints ${name}, on one sheet, with the code in the middle and the longest name whole`, async ({
    page,
    context,
    orma,
  }) => {
    await context.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true')
    })
    const { link, event } = await ownedOrma(context, orma, { name: LONG_WORD })
    await openShare(page, link)
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'true')

    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: false })).toString(
      'latin1',
    )
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    const millimetres = boxes.map(([, ...size]) =>
      size.map((pt) => Math.round((Number(pt) / 72) * 25.4)),
    )
    expect(millimetres).toEqual([[width, height]])

    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.ps')
    await expect(sheet).toContainText(event.name)
    expect(await sheet.locator('.ps-name').evaluate(isWhole)).toBe(true)
    const paper = await sheet.screenshot()
    expect(await readQr(paper)).toBe(link)
    expect(await readQr(await sharp(paper).greyscale().png().toBuffer())).toBe(link)
  })
}

test('is not there for others than the owner', async ({ page, context, orma }) => {
  const { client, link } = await ownedOrma(context, orma)
  const other = await client.signUp('Gero Guest')
  await context.addCookies([{ name: 'token', value: other.token, url: orma.url }])
  await page.goto(link)
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  await expect(page.getByRole('button', { name: texts.event.share })).toHaveCount(0)
  const form = toForm({ name: 'Mine now' })
  const params = { event_hash: new URL(link).pathname.slice(1) }
  const reply = await client.call(api.updateEvent, { params, form, token: other.token })
  expect(reply.status).toBe(403)
})

/** Whether nothing of an element's text is cut off by it or lies outside the frame. */
function isWhole(element: Element): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  const { left, right } = element.getBoundingClientRect()
  const frame = element.closest('.ps-frame')?.getBoundingClientRect()
  return (
    scrollWidth <= clientWidth &&
    scrollHeight <= clientHeight + 1 &&
    frame !== undefined &&
    left >= frame.left &&
    right <= frame.right
  )
}
