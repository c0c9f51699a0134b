import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { EVENT_IMAGE_MAX_BYTES } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { readSidewaysHeic } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { openEdit, updateAndReload } from './own-orma.ts'

interface Cut {
  /** Has an image chosen for the Orma's picture, or for its banner. */
  openCut: (image: Buffer, button?: string) => Promise<void>
  /** Takes the image as it lies in the frame; gives what the server has then. */
  useImage: (of?: 'event_profile_image_url' | 'event_banner_url') => ReturnType<typeof corners>
}

const test = base.extend<Cut>({
  openCut: ({ page, path }, use) =>
    use(async (image, button = texts.edit.updateImage) => {
      await openEdit(page, path)
      await page.getByRole('button', { name: button }).click()
      await chooseImage(page, image)
    }),
  useImage: ({ page, orma, read }, use) =>
    use(async (of = 'event_profile_image_url') => {
      await page.getByRole('button', { name: texts.edit.useImage }).press('Enter')
      // Back on the main screen, where one left it.
      const opener = of === 'event_banner_url' ? texts.edit.updateBanner : texts.edit.updateImage
      await expect(page.getByRole('button', { name: opener })).toBeFocused()
      await updateAndReload(page)
      return corners(orma.url + (await read()).event[of])
    }),
})

test.use({ ...WITHOUT_WORKER, as: 'owner' })

const frame = (page: Page) => page.getByRole('application', { name: texts.edit.position })
const zoom = (page: Page) => page.getByLabel(texts.edit.zoom, { exact: true })

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff])

async function frameBox(page: Page) {
  const box = await frame(page).boundingBox()
  if (!box) throw new Error('the frame cannot be seen')
  return box
}

async function chooseImage(page: Page, buffer: Buffer, mimeType = 'image/jpeg', name = 'a.jpg') {
  const input = page.getByRole('dialog').locator('input[type=file]')
  await input.setInputFiles([{ name, mimeType, buffer }])
}

/** Real touches, which become pointer events as on a phone. */
async function touchScreen(page: Page) {
  const session = await page.context().newCDPSession(page)
  return (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    touchPoints: { x: number; y: number; id: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
}

// Specification: 5.15, 9.7
test('an image is refused for its bytes and for its size', async ({ page, path }) => {
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateImage }).click()
  await expect(page.getByRole('heading', { name: texts.create.profileImage })).toBeVisible()
  await chooseImage(page, Buffer.from('no image'))
  await expect(page.getByText(texts.create.notAnImage)).toBeVisible()
  await chooseImage(page, Buffer.concat([JPEG_START, Buffer.alloc(EVENT_IMAGE_MAX_BYTES)]))
  await expect(page.getByText(texts.create.imageTooLarge)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.edit.useImage })).toBeHidden()
})

// Specification: 2.73
test('the picture is cut where it was moved to by keys @full', async ({
  page,
  openCut,
  useImage,
}) => {
  await openCut(await quarters(1600, 1200))
  await zoom(page).fill('2')
  await frame(page).focus()
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowLeft')
  for (let presses = 0; presses < 20; presses += 1) await page.keyboard.press('ArrowUp')
  expect(await violationsOf(page)).toEqual([])
  const { letters, width, height } = await useImage()
  expect({ letters, isSquare: width === height }).toEqual({ letters: 'RRRR', isSquare: true })
})

// Specification: 2.73
test('the banner is dragged and zoomed, and keeps its shape @full', async ({
  page,
  openCut,
  useImage,
}) => {
  await openCut(await quarters(2400, 1200), texts.edit.updateBanner)
  const box = await frameBox(page)
  await page.mouse.move(box.x + 20, box.y + 20)
  for (let turns = 0; turns < 12; turns += 1) await page.mouse.wheel(0, -120)
  await expect.poll(async () => Number(await zoom(page).inputValue())).toBeGreaterThan(2)
  for (let drags = 0; drags < 6; drags += 1) {
    await page.mouse.move(box.x + box.width - 10, box.y + box.height - 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 10, box.y + 10, { steps: 4 })
    await page.mouse.up()
  }
  const { letters, width, height } = await useImage('event_banner_url')
  expect({ letters, ratio: width / height }).toEqual({ letters: 'WWWW', ratio: 2 })
})

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('two fingers enlarge the picture, and one moves it @full', async ({
    page,
    openCut,
    useImage,
  }) => {
    await openCut(await quarters(1600, 1200))
    const box = await frameBox(page)
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
    expect((await useImage()).letters).toBe('RRRR')
  })
})

test('a photo that was taken sideways is cut upright @full', async ({ openCut, useImage }) => {
  const upright = await quarters(1200, 1200)
  const sideways = await sharp(upright)
    .rotate(90)
    .withMetadata({ orientation: 8 })
    .jpeg()
    .toBuffer()
  await openCut(sideways)
  expect((await useImage()).letters).toBe('RGBW')
})

test('an image that the browser cannot cut is cut by the server @full', async ({
  page,
  path,
  read,
  openCut,
  useImage,
}) => {
  await openEdit(page, path)
  await page.getByRole('button', { name: texts.edit.updateImage }).click()
  await chooseImage(page, await readSidewaysHeic(), 'image/heic', 'a.heic')
  await expect(page.getByText(texts.edit.cannotShow)).toBeVisible()
  await page.getByRole('button', { name: texts.edit.useImage }).click()
  await expect(page.getByRole('dialog').getByText('a.heic')).toBeVisible()
  await expect(page.locator('.edit-orma-picture img')).toHaveCount(0)
  await updateAndReload(page)
  expect((await read()).event.event_profile_image_url).not.toBeNull()

  await page.addInitScript(() => {
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('no canvas'))
  })
  await page.reload()
  await openCut(await quarters(1200, 1200))
  await zoom(page).fill('2')
  expect((await useImage()).letters).toBe('RGBW')
})

/** A picture whose quarters are red, green, blue and white, so that its parts can be told apart. */
async function quarters(width: number, height: number): Promise<Buffer> {
  const rect = (x: number, y: number, colour: string) =>
    `<rect x="${x}%" y="${y}%" width="50%" height="50%" fill="${colour}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(0, 0, '#f00')}${rect(50, 0, '#0f0')}${rect(0, 50, '#00f')}${rect(50, 50, '#fff')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** The colours of a served picture's corners, upper left first, as R, G, B or W. */
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
