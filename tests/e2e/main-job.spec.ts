import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { GPS_WORD, makePhoto, SERIAL } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'
import { choose } from './uploads-fixtures.ts'
import type { ChosenFile } from './uploads-fixtures.ts'

test.use(HEADLESS_SHELL)

/** As a phone takes it, or of three megapixels: of many large ones a machine of two cores takes a minute. */
async function photo(seed: number, { isLarge = false } = {}): Promise<ChosenFile> {
  const size = isLarge ? {} : { width: 2016, height: 1512 }
  const buffer = await makePhoto({ seed, ...size })
  return { name: `IMG_${seed}.jpg`, mimeType: 'image/jpeg', buffer }
}

interface UploadsSeen {
  /** Photos that the worker began to send. */
  begun: number
  /** Requests with bytes of photos that a page sent by itself. */
  fromPage: number
}

/** Who sends the photos of a context, whole or in chunks: its worker, or its pages. */
function watchUploads(context: BrowserContext): UploadsSeen {
  const seen: UploadsSeen = { begun: 0, fromPage: 0 }
  context.on('request', (request) => {
    const isBegun = request.method() === 'POST'
    if (!/\/uploads?(\/|$)/.test(new URL(request.url()).pathname)) return
    if (!isBegun && request.method() !== 'PATCH') return
    if (!request.serviceWorker()) seen.fromPage += 1
    else if (isBegun) seen.begun += 1
  })
  return seen
}

const tiles = (page: Page) => page.locator('li[data-post]')

// Specification: 1.2, 1.4, 2.9, 2.36, 2.58, 4.3
test('an organiser creates an Orma, a guest adds photos, and both see, like and comment', async ({
  orma,
  browser,
}) => {
  // Long: half a minute on a quiet machine.
  test.setTimeout(480_000)
  const organiser = await browser.newContext({ baseURL: orma.url })
  const guest = await browser.newContext({ baseURL: orma.url })
  const organiserPage = await organiser.newPage()
  const guestPage = await guest.newPage()
  const uploads = watchUploads(guest)
  let link = ''

  await test.step('the organiser signs up and creates an Orma', async () => {
    await organiserPage.goto('/')
    await expect(organiserPage.getByText(texts.home.empty).first()).toBeVisible()
    await organiserPage.getByRole('link', { name: texts.home.create }).click()
    await signIn(organiserPage, orma, newGuest('Olga Owner'))
    await expect(organiserPage).toHaveURL(/\/create\/orma$/)
    await organiserPage.getByLabel(texts.create.name, { exact: true }).fill('Anna & Ben')
    await organiserPage.getByLabel(texts.create.date, { exact: true }).fill('2030-06-15')
    for (const [label, file] of [
      [texts.create.profileImage, await photo(30)],
      [texts.create.banner, await photo(31)],
    ] as const) {
      const field = organiserPage.getByRole('group', { name: label })
      await field.locator('input[type=file]').setInputFiles(file)
      await expect(field.locator('img')).toBeVisible()
    }
    await organiserPage.getByRole('button', { name: texts.create.submit }).click()
    const shared = organiserPage.getByLabel(texts.share.link)
    await expect(shared).toBeVisible()
    link = await shared.inputValue()
    expect(link).toMatch(new RegExp(`^${orma.url}/[A-Za-z0-9_-]{22}$`))
    await expect(organiserPage.getByText(texts.share.private)).toBeVisible()
    await organiserPage.keyboard.press('Escape')
    await expect(organiserPage.getByText(texts.feed.empty)).toBeVisible()
    await expect(organiserPage.getByRole('time')).toHaveText('Saturday, June 15, 2030')
    const { event } = await (
      await organiserPage.request.get(link.replace(orma.url, '/api/events'))
    ).json()
    for (const url of [event.event_profile_image_url, event.event_banner_url]) {
      expect((await organiserPage.request.get(url)).headers()['content-type']).toMatch(/^image\//)
    }
  })

  await test.step('the organiser adds the first photo', async () => {
    await organiserPage.getByRole('link', { name: texts.event.upload }).click()
    await choose(organiserPage, [await photo(1, { isLarge: true })])
    await organiserPage.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(organiserPage.getByText(texts.upload.shown)).toBeVisible({ timeout: 60_000 })
    await organiserPage.getByRole('link', { name: texts.upload.seeInFeed(1) }).click()
    await expect(tiles(organiserPage)).toHaveCount(1)
  })

  await test.step('a guest opens the link, and is asked to sign in when they like', async () => {
    await guestPage.goto(link)
    await expect(guestPage.getByRole('heading', { name: 'Anna & Ben' })).toBeVisible()
    await tiles(guestPage).first().click()
    await guestPage.getByRole('button', { name: texts.post.like, exact: true }).click()
    await expect(guestPage.getByText(texts.loginPrompt.text)).toBeVisible()
    await guestPage.getByRole('button', { name: texts.loginPrompt.login, exact: true }).click()
    await signIn(guestPage, orma, newGuest('Gero Guest'))
    // Back at the post, the like that led here is done.
    await expect(guestPage).toHaveURL(/\/post\/\d+$/)
    await expect(guestPage.getByRole('button', { name: texts.post.unlike })).toBeVisible()
  })

  await test.step('a fifth photo is refused, four go from waiting to shown', async () => {
    await guestPage.goto(`${link}/upload`)
    const files = await Promise.all([10, 11, 12, 13].map((seed) => photo(seed)))
    await choose(guestPage, [...files, ...files.slice(0, 1)])
    await expect(guestPage.getByText(texts.upload.tooManyChosen)).toBeVisible()
    await guestPage.getByRole('button', { name: texts.common.confirm }).click()
    await expect(guestPage.getByRole('button', { name: texts.upload.uploadNow })).toBeHidden()

    await choose(guestPage, files)
    await expect(guestPage.getByText(texts.upload.savedOnPhone)).toHaveCount(4)
    await guestPage.getByRole('button', { name: texts.upload.uploadNow }).click()
    await expect(guestPage.getByText(texts.upload.progress(4, 4))).toBeVisible({ timeout: 60_000 })
    await expect(guestPage.getByText(texts.upload.shown)).toHaveCount(4, { timeout: 60_000 })
    await guestPage.getByRole('link', { name: texts.upload.seeInFeed(4) }).click()
    await expect(tiles(guestPage)).toHaveCount(5)
  })

  await test.step('a text file named .jpg is refused with the reason', async () => {
    await guestPage.goto(`${link}/upload`)
    const buffer = Buffer.from('Dear guests, this is no photo.')
    await choose(guestPage, [{ name: 'speech.jpg', mimeType: 'image/jpeg', buffer }])
    await expect(guestPage.getByText(texts.upload.notAnImage)).toBeVisible()
    await guestPage.getByRole('button', { name: texts.common.confirm }).click()
    await expect(guestPage.getByRole('button', { name: texts.upload.uploadNow })).toBeHidden()
  })

  await test.step('the organiser sees the photos, likes and comments one', async () => {
    await organiserPage.goto(link)
    await expect(tiles(organiserPage)).toHaveCount(5)
    await tiles(organiserPage).first().click()
    const post = organiserPage.getByRole('article').first()
    await post.getByRole('button', { name: texts.post.like, exact: true }).click()
    await expect(post.getByRole('button', { name: texts.post.unlike })).toBeVisible()
    await post.getByPlaceholder(texts.post.commentPlaceholder).fill('What a night!')
    await post.getByPlaceholder(texts.post.commentPlaceholder).press('Enter')
    await expect(post.getByText('What a night!')).toBeVisible()
  })

  await test.step('the guest sees both', async () => {
    await guestPage.goto(link)
    await tiles(guestPage).first().click()
    const post = guestPage.getByRole('article').first()
    await expect(post.getByText('What a night!')).toBeVisible()
    await expect(post.getByText(texts.post.likes(1))).toBeAttached()
  })

  await test.step('no byte that was served tells where a photo was taken, or with which camera', async () => {
    const feed = await guestPage.request.get(
      `/api/events/${new URL(link).pathname.slice(1)}/posts/1`,
    )
    for (const { image_url, compressed_url } of await feed.json()) {
      for (const url of [image_url, compressed_url]) {
        const bytes = await (await guestPage.request.get(url)).body()
        expect([bytes.includes(GPS_WORD), bytes.includes(SERIAL)]).toEqual([false, false])
      }
    }
  })

  expect(uploads).toEqual({ begun: 4, fromPage: 0 })
  await organiser.close()
  await guest.close()
})
