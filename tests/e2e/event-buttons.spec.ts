import type { BrowserContext, Page } from '@playwright/test'
import { PHOTOS_PER_CHOICE, UPLOAD_WINDOW_HOURS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { expect, test } from './fixtures.ts'
import { choose, gallery } from './venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const HOUR_MS = 3_600_000

/** An Orma so many hours after its date, seen by someone. */
async function openOrma(
  { page, context, orma }: { page: Page; context: BrowserContext; orma: OrmaServer },
  { hoursAgo, as }: { hoursAgo: number; as: 'guest' | 'signed-in' | 'owner' },
) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const date = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString().slice(0, 19)
  const event = await client.createOrma(owner, { event_date: date })
  const person =
    as === 'owner' ? owner : as === 'signed-in' ? await client.signUp('Gero') : undefined
  if (person) await context.addCookies([{ name: 'token', value: person.token, url: orma.url }])
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  return `/${event.event_hash}`
}

const upload = (page: Page) => page.getByRole('link', { name: texts.event.upload })
const capture = (page: Page) => page.getByRole('button', { name: texts.event.takePhoto })
const share = (page: Page) => page.getByRole('button', { name: texts.event.share, exact: true })

for (const [as, isOwner] of [
  ['guest', false],
  ['signed-in', false],
  ['owner', true],
] as const) {
  test(`within the upload window a ${as} visitor sees upload and camera, sharing ${isOwner ? 'too' : 'not'}`, async ({
    page,
    context,
    orma,
  }) => {
    const path = await openOrma({ page, context, orma }, { hoursAgo: UPLOAD_WINDOW_HOURS - 1, as })
    await expect(upload(page)).toBeVisible()
    await expect(capture(page)).toBeVisible()
    await expect(share(page)).toHaveCount(isOwner ? 1 : 0)
    await upload(page).click()
    await expect(page).toHaveURL(`${path}/${as === 'guest' ? 'login' : 'upload'}`)
  })

  test(`after the upload window a ${as} visitor ${isOwner ? 'still sees' : 'sees neither'} upload and camera`, async ({
    page,
    context,
    orma,
  }) => {
    await openOrma({ page, context, orma }, { hoursAgo: UPLOAD_WINDOW_HOURS + 1, as })
    await expect(upload(page)).toHaveCount(isOwner ? 1 : 0)
    await expect(capture(page)).toHaveCount(isOwner ? 1 : 0)
    await expect(share(page)).toHaveCount(isOwner ? 1 : 0)
  })
}

test('a photo from the camera is kept and waits on the upload screen, also a guest’s', async ({
  page,
  context,
  orma,
}) => {
  const path = await openOrma({ page, context, orma }, { hoursAgo: 1, as: 'guest' })
  const input = page.locator('input[capture=environment]')
  await expect(input).toHaveAttribute('accept', 'image/*')
  const chooser = page.waitForEvent('filechooser')
  await capture(page).press('Enter')
  const buffer = await makePhoto({ width: 800, height: 600 })
  await (await chooser).setFiles([{ name: 'camera.jpg', mimeType: 'image/jpeg', buffer }])
  await expect(page).toHaveURL(`${orma.url}${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await expect(page.getByText(texts.upload.mustVerify)).toBeVisible()
})

test('a photo from the camera is kept also where as many wait as can be chosen at once', async ({
  page,
  context,
  orma,
}) => {
  const path = await openOrma({ page, context, orma }, { hoursAgo: 1, as: 'guest' })
  const photos = await gallery(PHOTOS_PER_CHOICE + 1)
  await page.goto(`${path}/upload`)
  await choose(page, photos.slice(1))
  await page.goto(path)
  const chooser = page.waitForEvent('filechooser')
  await capture(page).click()
  const [{ name, bytes: buffer }] = photos as [GalleryPhoto]
  await (await chooser).setFiles([{ name, mimeType: 'image/jpeg', buffer }])
  await expect(page).toHaveURL(`${orma.url}${path}/upload`)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(photos.length)
})

test('a banner ends at the scrollbar on each tab, also where a large screen has nothing to scroll to', async ({
  page,
  context,
  orma,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const path = await openOrma({ page, context, orma }, { hoursAgo: 1, as: 'guest' })
  for (const tab of ['', '#reel']) {
    await page.goto(path + tab)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Tests run without scrollbars, so it is not to be seen itself.
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'scroll')
  }
})
