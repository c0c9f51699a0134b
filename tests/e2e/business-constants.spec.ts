import type { Page, Request } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import {
  COMMENT_MAX,
  DEFAULT_COUNTRY,
  HEART_ANIMATION_MS,
  LOAD_MORE_MARGIN_PX,
  PAGE_SIZE,
} from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

// Section 9 of the specification, as far as a browser shows it and no other test has to do with it.

/** An Orma with posts, whose owner is signed in on the page. */
async function ownedOrma(page: Page, orma: OrmaServer, posts: number) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  if (posts > 0) addManyPosts(orma, event, owner, posts)
  await page.context().addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  return { client, owner, event }
}

async function openNewestPost(page: Page, orma: OrmaServer) {
  const { client, event } = await ownedOrma(page, orma, 1)
  const params = { event_hash: event.event_hash, page: 1 }
  const { body: posts } = await client.call(api.listPosts, { params })
  await page.goto(`/${event.event_hash}/post/${posts[0].id}`)
}

/** Scrolls until the end of the feed is this far below the window, and lets the page take notice. */
function scrollToEnd(page: Page, distance: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    const bottom = document.querySelector('ul:has(> li[data-post])')?.getBoundingClientRect().bottom
    scrollBy({ top: (bottom ?? 0) - innerHeight - wanted, behavior: 'instant' })
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
  }, distance)
}

const isNextPage =
  ({ event_hash }: Event, page: number) =>
  (request: Request) =>
    new URL(request.url()).pathname === `/api/events/${event_hash}/posts/${page}`

test('the next page of the feed is asked for once its end is within 500 px, until one is empty', async ({
  page,
  orma,
}) => {
  await page.setViewportSize({ width: 390, height: 400 })
  const { event } = await ownedOrma(page, orma, PAGE_SIZE * 2)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const pages = () =>
    asked.filter((path) => /\/posts\/[2-9]$/.test(path)).map((path) => path.at(-1))
  const posts = page.getByRole('list').filter({ has: page.locator('li[data-post]') })
  await page.goto(`/${event.event_hash}`)
  await expect(posts).toBeVisible()

  await scrollToEnd(page, LOAD_MORE_MARGIN_PX + 40)
  expect(pages()).toEqual([])
  const height = (await posts.boundingBox())?.height ?? 0
  const second = page.waitForRequest(isNextPage(event, 2))
  await scrollToEnd(page, LOAD_MORE_MARGIN_PX - 40)
  await second
  await expect.poll(async () => (await posts.boundingBox())?.height).toBeGreaterThan(height * 1.5)
  await scrollToEnd(page, LOAD_MORE_MARGIN_PX + 40)
  expect(pages()).toEqual(['2'])
  const third = page.waitForResponse((response) => isNextPage(event, 3)(response.request()))
  await scrollToEnd(page, 0)
  expect(await (await third).json()).toEqual([])
  await scrollToEnd(page, 0)
  await expect(page.getByRole('progressbar', { name: texts.feed.loadingMore })).toHaveCount(0)
  expect(pages()).toEqual(['2', '3'])
})

test('a comment takes 200 characters', async ({ page, orma }) => {
  await openNewestPost(page, orma)
  const field = page.getByPlaceholder(texts.post.commentPlaceholder)
  await field.pressSequentially('x'.repeat(COMMENT_MAX + 5), { delay: 0 })
  await expect(field).toHaveValue('x'.repeat(COMMENT_MAX))
})

test('the heart of a double tap lasts 700 ms', async ({ page, orma }) => {
  await openNewestPost(page, orma)
  await page.locator('.po-photo').dblclick()
  await expect(page.locator('.hb')).toHaveCSS('animation-duration', seconds(HEART_ANIMATION_MS))
})

test('the phone number is taken for one of the default country', async ({ page }) => {
  await page.goto('/login')
  const country = page.getByLabel(texts.login.country, { exact: true })
  await expect(country).toHaveValue(DEFAULT_COUNTRY)
})

test.describe('on the big screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('a running slideshow fades a pair out for 1 s and the next one in for 1.5 s', async ({
    page,
    orma,
  }) => {
    const { client, owner, event } = await ownedOrma(page, orma, 0)
    for (const seed of [1, 2, 3]) {
      const photo = await makePhoto({ width: 320, height: 240, seed })
      const { body } = await client.upload(event, owner, photo)
      await client.whenProcessed(event, owner, body.post.id)
    }
    await page.goto(`/${event.event_hash}/slideshow`)
    await noteFades(page)
    await page.getByRole('button', { name: texts.slideshow.start }).click()
    const fades = () => page.evaluate(() => document.body.dataset['fades']?.split(',') ?? [])
    await expect
      .poll(async () => (await fades()).slice(-3))
      .toEqual(['going for 1s', 'coming from 0', 'here after 1.5 s'])
  })

  test('the photos to select from take 70 % of the height at most @full', async ({
    page,
    orma,
  }) => {
    const { event } = await ownedOrma(page, orma, PAGE_SIZE * 2)
    await page.goto(`/${event.event_hash}/slideshow/select_img_slideshow`)
    await expect(page.locator('main button[aria-pressed]').first()).toBeVisible()
    const heights = await page
      .locator('main :has(> button[aria-pressed])')
      .evaluateAll((grids) => grids.map((grid) => grid.getBoundingClientRect().height))
    expect(heights).toEqual([900 * 0.7])
  })
})

/** Notes on the page when photos of the slideshow begin to fade out, begin to fade in, and are there. */
function noteFades(page: Page): Promise<void> {
  return page.evaluate(() => {
    const opacity = (view: Element) => Number(getComputedStyle(view).opacity)
    const note = ({ target }: { target: EventTarget | null }, word: (view: Element) => string) => {
      if (!(target instanceof Element) || !target.matches('.sl-view')) return
      const { dataset } = document.body
      dataset['fades'] = [...(dataset['fades']?.split(',') ?? []), word(target)].join(',')
    }
    // Its end may be lost to the next pair, which comes at that moment.
    addEventListener('transitionrun', (event) =>
      note(event, (view) => `going for ${getComputedStyle(view).transitionDuration}`),
    )
    addEventListener('animationstart', (event) =>
      note(event, (view) => `coming from ${Math.floor(opacity(view))}`),
    )
    addEventListener('animationend', (event) =>
      note(
        event,
        (view) => `${opacity(view) === 1 ? 'here' : 'unseen'} after ${event.elapsedTime} s`,
      ),
    )
  })
}

function seconds(ms: number): string {
  return `${ms / 1000}s`
}
