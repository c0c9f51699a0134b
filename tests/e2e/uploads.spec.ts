import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Event, Post } from '../../contract/entities.ts'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

interface Scene {
  client: ApiClient
  owner: Person
  guest: Person
  event: Event
}

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

test.describe('a photo that was chosen', () => {
  test('goes up from the worker, also right after the first visit, and is shown', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest, client } = await setScene(orma)
    const uploads = uploadRequests(context)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    await choose(page, await photos(4))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()

    await expect(page.getByText(texts.upload.uploaded, { exact: true })).toHaveCount(4)
    await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(4)
    expect(uploads.map((request) => request.serviceWorker() !== null)).toEqual(Array(4).fill(true))
    expect(await shownPosts(client, event)).toHaveLength(4)
  })

  test('is said to be removed, and not to be there already, once its guest has deleted it', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest } = await setScene(orma)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    const files = await photos(1)
    await choose(page, files)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(page.getByText(texts.upload.shown)).toBeVisible()
    await page.goto(`/${event.event_hash}/myphotos`)
    await page.getByRole('button', { name: texts.post.delete }).click()
    await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
    await expect(page.getByText(texts.ownPhotos.empty)).toBeVisible()
    await page.goto(`/${event.event_hash}/upload`)
    await expect(page.getByText(texts.upload.gone)).toBeVisible()
    await expect(page.getByText(texts.upload.shown)).toHaveCount(0)
    await choose(page, files)
    await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
    await expect(page.getByText(texts.upload.chosenTwice)).toHaveCount(0)
  })

  test('arrives when the page is closed right after UPLOAD NOW', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest, client } = await setScene(orma)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    // On a first visit the worker comes with the page; nobody leaves before it can take over.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await choose(page, await photos(4))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await page.close()
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(4)
  })

  test('survives the death of the browser, and arrives once', async ({ orma, watch }) => {
    const { event, guest, client } = await setScene(orma)
    const browser = await createKillableBrowser()
    try {
      const first = await browser.open()
      await signIn(first, orma, guest)
      const page = await first.newPage()
      await page.goto(`${orma.url}/${event.event_hash}/upload`)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await choose(page, await photos(4))
      await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
      await orma.stop()
      await page.getByRole('button', { name: texts.upload.uploadNow }).click()
      await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
      await browser.kill9()
      await orma.restart()

      const second = await browser.open()
      watch(second)
      // Chromium writes cookies to the disk every 30 s only; a guest who has been here longer still has theirs.
      await signIn(second, orma, guest)
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

  test('stays on the phone while a guest signs in, and is the account’s then', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest, client } = await setScene(orma)
    await page.goto(`/${event.event_hash}/upload`)
    await choose(page, await photos(2))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    const alert = page.getByRole('alertdialog', { name: texts.upload.mustVerify })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    await expect(page).toHaveURL(`/${event.event_hash}/login`)

    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(2)
  })
})

test.describe('a photo on a browser without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('goes up from the page, which asks not to be left', async ({ page, context, orma }) => {
    const { event, guest, client } = await setScene(orma)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    await choose(page, await photos(2))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await orma.stop()
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(page.getByText(texts.upload.dontLeave)).toBeVisible()
    await orma.restart()
    await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
    expect(await receivedPosts(client, event, guest)).toHaveLength(2)
  })
})

test.describe('a file that cannot be taken', () => {
  test('is refused with the words of the specification when it is the fifth', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest } = await setScene(orma)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    const chosen = await photos(5)
    await choose(page, chosen)
    await closeAlert(page, texts.upload.tooManyChosen)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)

    await choose(page, chosen.slice(0, 3))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(3)
    await choose(page, chosen.slice(3))
    await closeAlert(page, texts.upload.tooMany)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(3)
    await choose(page, chosen.slice(4))
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
  })

  test('is refused as it is chosen when only its bytes tell, and the others are taken', async ({
    page,
    context,
    orma,
  }) => {
    const { event, guest, client } = await setScene(orma)
    await signIn(context, orma, guest)
    await page.goto(`/${event.event_hash}/upload`)
    const text = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') }
    await choose(page, [text, ...(await photos(1))])
    await closeAlert(page, texts.upload.notAnImage)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect.poll(() => receivedPosts(client, event, guest)).toHaveLength(1)
  })

  test('is refused early when it does not even claim to be a photo', async ({ page, orma }) => {
    const { event } = await setScene(orma)
    await page.goto(`/${event.event_hash}/upload`)
    await choose(page, [
      { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') },
    ])
    await closeAlert(page, texts.upload.notAnImage)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  })
})

async function setScene(orma: OrmaServer): Promise<Scene> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Anna')
  const guest = await client.signUp('Grace Hopper')
  return { client, owner, guest, event: await client.createOrma(owner) }
}

async function signIn(context: BrowserContext, orma: OrmaServer, { token }: Person): Promise<void> {
  await context.addCookies([{ name: 'token', value: token, url: orma.url }])
}

function photos(count: number): Promise<ChosenFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, seed) => ({
      name: `IMG_${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ width: 1200, height: 900, seed }),
    })),
  )
}

async function choose(page: Page, files: ChosenFile[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
}

async function closeAlert(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(alert).toHaveCount(0)
}

/** The requests that begin an upload, whole or in chunks, as they are made. */
function uploadRequests(context: BrowserContext): Request[] {
  const requests: Request[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && /\/uploads?$/.test(request.url())) requests.push(request)
  })
  return requests
}

async function shownPosts(client: ApiClient, { event_hash }: Event): Promise<Post[]> {
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  return body as Post[]
}

/** Everything the server has of the guest's, shown or not. */
async function receivedPosts(
  client: ApiClient,
  event: Event,
  { token }: Person,
): Promise<number[]> {
  const { event_hash } = event
  const { body } = await client.call(api.listPendingPosts, { params: { event_hash }, token })
  const shown = await shownPosts(client, event)
  return [...new Set([...(body.posts as Post[]), ...shown].map(({ id }) => id))]
}
