import type { BrowserContext, Page, Request } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { readSidewaysHeic } from '../support/photos.ts'
import { enter, expect, test } from './fixtures.ts'
import { choose, chooseNew, photos } from './uploads-fixtures.ts'
import { uploadNow, whenControlled } from './venue-fixtures.ts'

test.use({ as: 'guest' })

test.describe('a photo that was chosen', () => {
  // Specification: 2.63
  test('goes up from the worker, also right after the first visit, and is shown', async ({
    page,
    context,
    stored,
    path,
  }) => {
    const uploads = uploadRequests(context)
    await page.goto(`${path}/upload`)
    await chooseNew(page, 4)
    await uploadNow(page)

    await expect(page.getByText(texts.upload.uploaded, { exact: true })).toHaveCount(4)
    await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(4)
    expect(uploads.map((request) => request.serviceWorker() !== null)).toEqual(Array(4).fill(true))
    expect((await stored()).map(({ status }) => status)).toEqual(Array(4).fill('COMPLETED'))
  })

  test('is shown on its way, and named where it cannot be drawn @full', async ({ page, path }) => {
    await page.goto(`${path}/upload`)
    const heic = { name: 'one.heic', mimeType: 'image/heic', buffer: await readSidewaysHeic() }
    await choose(page, [heic, ...(await photos(1))])
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    const title = texts.upload.nth(1, 2)
    await expectNameFree(page, title)
    await uploadNow(page)
    await expect(page.getByText(texts.upload.uploaded, { exact: true })).toHaveCount(2)
    await expect(page.getByRole('img', { name: 'IMG_0.jpg' })).toBeVisible()
    await expect(page.getByText('IMG_0.jpg')).toHaveCount(0)
    const name = page.getByRole('listitem').getByText(title)
    await expect(name).toBeVisible()
    // Not for screen readers alone.
    await expect(name).toHaveCSS('clip-path', 'none')
  })

  test('arrives when the page is closed right after UPLOAD NOW', async ({ page, stored, path }) => {
    await page.goto(`${path}/upload`)
    // On a first visit the worker comes with the page; nobody leaves before it can take over.
    await whenControlled(page)
    await chooseNew(page, 4)
    await uploadNow(page)
    await page.close()
    await expect.poll(stored).toHaveLength(4)
  })
})

// Specification: 5.12
test('a fifth photo is refused with the words of the specification', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  await choose(page, await photos(5))
  const alert = page.getByRole('alertdialog', { name: texts.upload.tooManyChosen })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
})

test.describe('a photo of somebody who is not signed in', () => {
  test.use({ as: undefined })

  // Specification: 2.59, 5.13
  test('stays on the phone while a guest signs in @full', async ({
    page,
    context,
    guest,
    stored,
    path,
  }) => {
    await page.goto(`${path}/upload`)
    await chooseNew(page, 2)
    await uploadNow(page)
    const alert = page.getByRole('alertdialog', { name: texts.upload.mustVerify })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    await expect(page).toHaveURL(`${path}/login`)

    await enter(context, guest)
    await page.goto(`${path}/upload`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await uploadNow(page)
    await expect.poll(stored).toHaveLength(2)
  })
})

// Specification: 2.64
test('a photo goes up where the worker ends with its page, which asks to stay', async ({
  page,
  orma,
  stored,
  path,
}) => {
  await page.addInitScript(() =>
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'),
  )
  await page.goto(`${path}/upload`)
  await chooseNew(page, 2)
  await orma.stop()
  await uploadNow(page)
  await expect(page.getByText(texts.upload.dontLeave)).toBeVisible()
  await orma.restart()
  await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
  expect(await stored()).toHaveLength(2)
})

/** A draft's name is not covered by the words about it, also where the tiles are small. */
async function expectNameFree(page: Page, name: string): Promise<void> {
  const { foot, top } = await page.getByText(name).evaluate((shown) => {
    const words = document.createRange()
    words.selectNodeContents(shown.closest('li')!.querySelector('.upload-screen-label')!)
    return {
      foot: shown.getBoundingClientRect().bottom,
      top: words.getBoundingClientRect().top,
    }
  })
  expect(foot).toBeLessThanOrEqual(top)
}

/** The requests that begin an upload, whole or in chunks, as they are made. */
function uploadRequests(context: BrowserContext): Request[] {
  const requests: Request[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && /\/uploads?$/.test(request.url())) requests.push(request)
  })
  return requests
}
