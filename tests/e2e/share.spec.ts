import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { SHARE_QR_PX } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { readQr } from '../support/read-qr.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

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

// Specification: 1.2, 2.65, 2.68, 2.69, 2.70, 9.15
test('the private link is a QR code that a phone can read, also in print', async ({
  page,
  link,
}) => {
  await openShare(page, link)
  await expect(page.getByText(texts.share.private)).toBeVisible()
  const box = await qrCode(page).boundingBox()
  const size = [box?.width, box?.height].map((px) => Math.round(px ?? 0))
  expect(size).toEqual([SHARE_QR_PX, SHARE_QR_PX])
  await expect(qrCode(page).locator('circle').first()).toBeAttached()
  const card = page.locator('.share-dialog-code')
  expect(await readQr(await card.screenshot())).toBe(link)
  expect(await violationsOf(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: texts.print.downloadQr }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Anna-Ben-QR.png')
  const png = await readFile(await download.path())
  const { format, width, height } = await sharp(png).metadata()
  expect(format).toBe('png')
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(PRINT_QR_PX_MIN)
  expect(await readQr(png)).toBe(link)

  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: texts.edit.title })).toBeHidden()
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('link', { name: texts.share.viewSlideshow }).click()
  await expect(page).toHaveURL(`${link}/slideshow`)
})

// Specification: 2.71
test('leads to the splash page where there is a seating chart', async ({ page, link, change }) => {
  await change({ seating_url: 'https://example.com/seats' })
  await openShare(page, link)
  await expect(page.getByLabel(texts.share.link)).toHaveValue(`${link}/splash-screen`)
  expect(await readQr(await page.locator('.share-dialog-code').screenshot())).toBe(
    `${link}/splash-screen`,
  )
})

// Specification: 2.67
test('copies the link where there is no share sheet @full', async ({ page, context, link }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openShare(page, link)
  await expect(page.getByRole('button', { name: texts.share.shareUrl })).toBeHidden()
  await page.getByRole('button', { name: texts.share.copyUrl }).click()
  await expect(page.getByRole('button', { name: texts.share.copied })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

// Specification: 2.66
test('hands the link to the share sheet where there is one', async ({
  page,
  context,
  link,
  event,
}) => {
  await context.addInitScript(() => {
    navigator.share = async (data = {}) => {
      document.title = JSON.stringify({ ...data, files: data.files?.map(({ name }) => name) })
    }
  })
  await openShare(page, link)
  await page.getByRole('button', { name: texts.share.shareUrl }).click()
  await expect(page).toHaveTitle(JSON.stringify({ title: event.name, url: link }))

  await page.evaluate(() => {
    Object.assign(navigator, { standalone: true, canShare: () => true })
  })
  await page.getByRole('button', { name: texts.print.downloadQr }).click()
  await expect(page).toHaveTitle(JSON.stringify({ files: ['Anna-Ben-QR.png'] }))
})

for (const { name, button, width, height } of [
  { name: 'a table card on A6', button: texts.print.tableCard, width: 105, height: 148 },
  { name: 'a sign on A4 @full', button: texts.print.sign, width: 210, height: 297 },
]) {
  test(`prints on one sheet, with code and whole name, ${name}`, async ({
    page,
    context,
    link,
    change,
  }) => {
    await change({ name: LONG_WORD })
    await context.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'true')
    })
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
    const sheet = page.locator('.print-sheet')
    await expect(sheet).toContainText(LONG_WORD)
    expect(await sheet.locator('.print-sheet-name').evaluate(isWhole)).toBe(true)
    const paper = await sheet.screenshot()
    expect(await readQr(paper)).toBe(link)
    expect(await readQr(await sharp(paper).greyscale().png().toBuffer())).toBe(link)
  })
}

test.describe('of an Orma with a word at its door', () => {
  test.use({ fields: { pin: 'sunset' } })

  test('the link has the word that is good now', async ({ page, link, change }) => {
    await page.route('**/live*', () => undefined)
    const give = async (word: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(texts.door.withWord).check()
      await dialog.getByRole('textbox', { name: texts.door.word }).fill(word)
      await dialog.getByRole('button', { name: texts.door.putIn }).click()
      await expect(dialog.getByLabel(texts.share.link)).toHaveValue(`${link}#pin=${word}`)
    }
    await openShare(page, link)
    await give('sunset')
    // In another tab, and another organiser changes it meanwhile.
    await page.evaluate(() => sessionStorage.clear())
    await openShare(page, link)
    await change({ pin: 'midnight' })
    await give('midnight')
  })
})

/** Whether nothing of an element's text is cut off by it or lies outside the frame. */
function isWhole(element: Element): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  const { left, right } = element.getBoundingClientRect()
  const frame = element.closest('.print-sheet-frame')?.getBoundingClientRect()
  return (
    scrollWidth <= clientWidth &&
    scrollHeight <= clientHeight + 1 &&
    frame !== undefined &&
    left >= frame.left &&
    right <= frame.right
  )
}
