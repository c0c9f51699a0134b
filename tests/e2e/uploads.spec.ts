import type { BrowserContext, Page, Request } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import type { ApiClient } from '../support/api-client.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { readSidewaysHeic } from '../support/photos.ts'
import { enter, expect, test } from './fixtures.ts'
import type { Party } from './fixtures.ts'
import { choose, chooseNew, photos, receivedPosts, shownPosts } from './uploads-fixtures.ts'
import { uploadNow, whenControlled } from './venue-fixtures.ts'

test.use({ as: 'guest' })

test.describe('a photo that was chosen', () => {
  // Specification: 2.63
  test('goes up from the worker, also right after the first visit, and is shown', async ({
    page,
    context,
    event,
    client,
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
    expect(await shownPosts(client, event)).toHaveLength(4)
  })

  test('is shown on its way, and named where it cannot be drawn', async ({ page, path }) => {
    await page.goto(`${path}/upload`)
    const heic = { name: 'one.heic', mimeType: 'image/heic', buffer: await readSidewaysHeic() }
    await choose(page, [heic, ...(await photos(1))])
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await expectNameFree(page, 'one.heic')
    await uploadNow(page)
    await expect(page.getByText(texts.upload.uploaded, { exact: true })).toHaveCount(2)
    await expect(page.getByRole('img', { name: 'IMG_0.jpg' })).toBeVisible()
    await expect(page.getByText('IMG_0.jpg')).toHaveCount(0)
    const name = page.getByRole('listitem').getByText('one.heic')
    await expect(name).toBeVisible()
    // Not for screen readers alone.
    await expect(name).toHaveCSS('clip-path', 'none')
  })

  test('arrives when the page is closed right after UPLOAD NOW', async ({
    page,
    event,
    guest,
    client,
    path,
  }) => {
    await page.goto(`${path}/upload`)
    // On a first visit the worker comes with the page; nobody leaves before it can take over.
    await whenControlled(page)
    await chooseNew(page, 4)
    await uploadNow(page)
    await page.close()
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(4)
  })

  test('survives the death of the browser, and arrives once', async ({
    orma,
    watch,
    event,
    guest,
    client,
  }) => {
    const browser = await createKillableBrowser()
    try {
      const first = await browser.open()
      await enter(first, guest)
      const page = await first.newPage()
      await page.goto(`${orma.url}/${event.event_hash}/upload`)
      await whenControlled(page)
      await chooseNew(page, 4)
      await orma.stop()
      await uploadNow(page)
      await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
      await browser.kill9()
      await orma.restart()

      const second = await browser.open()
      watch(second)
      // Chromium writes cookies to the disk every 30 s only; a guest who has been here longer still has theirs.
      await enter(second, guest)
      const again = await second.newPage()
      // Not the page of the Orma: any page of the app sends.
      await again.goto(orma.url)
      await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(4)
      await again.goto(`${orma.url}/${event.event_hash}/upload`)
      await expect(again.getByText(texts.upload.progress(4, 4))).toBeVisible()
      expect(await receivedPosts(client, event, guest)).toHaveLength(4)
    } finally {
      await browser.close()
    }
  })
})

test.describe('a photo of somebody who is not signed in', () => {
  test.use({ as: undefined })

  // Specification: 2.59, 5.13
  test('stays on the phone while a guest signs in @full', async ({
    page,
    context,
    event,
    guest,
    client,
  }) => {
    await page.goto(`/${event.event_hash}/upload`)
    await chooseNew(page, 2)
    await uploadNow(page)
    const alert = page.getByRole('alertdialog', { name: texts.upload.mustVerify })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    await expect(page).toHaveURL(`/${event.event_hash}/login`)

    await enter(context, guest)
    await page.goto(`/${event.event_hash}/upload`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await uploadNow(page)
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(2)
  })
})

test.describe('a photo on a browser without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  // Specification: 2.64
  test('goes up from the page, which asks not to be left', async ({
    page,
    orma,
    client,
    event,
    guest,
    path,
  }) => {
    await sendWhileAskedNotToLeave({ page, orma, client, event, guest, path })
  })
})

test('a photo goes up where the worker ends with its page', async ({
  page,
  orma,
  client,
  event,
  guest,
  path,
}) => {
  await page.addInitScript(() =>
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'),
  )
  await sendWhileAskedNotToLeave({ page, orma, client, event, guest, path })
})

async function sendWhileAskedNotToLeave({
  page,
  orma,
  client,
  event,
  guest,
  path,
}: Pick<Party, 'event' | 'guest'> & {
  page: Page
  orma: OrmaServer
  client: ApiClient
  path: string
}): Promise<void> {
  await page.goto(`${path}/upload`)
  await chooseNew(page, 2)
  await orma.stop()
  await uploadNow(page)
  await expect(page.getByText(texts.upload.dontLeave)).toBeVisible()
  await orma.restart()
  await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
  expect(await receivedPosts(client, event, guest)).toHaveLength(2)
}

/** A draft's name is not covered by the words about it, also where the tiles are small. */
async function expectNameFree(page: Page, name: string): Promise<void> {
  const { foot, top } = await page.getByText(name).evaluate((shown) => {
    const words = document.createRange()
    words.selectNodeContents(shown.closest('li')!.querySelector('.up-word')!)
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
