import type { Page, Request } from '@playwright/test'
import type { Event } from '../../contract/entities.ts'
import { HEART_ANIMATION_MS, LOAD_MORE_MARGIN_PX, PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

// Section 9 of the specification, as far as a browser shows it and no other test has to do with it.

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

// Specification: 2.52, 4.22, 4.23, 9.9
test('the next page is asked for 500 px before the end', async ({ page, orma, event, owner }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  addManyPosts(orma, event, owner, PAGE_SIZE * 2)
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

// Specification: 2.82, 9.12
test('the heart of a double tap lasts 700 ms', async ({ page, path, post_id }) => {
  await page.goto(`${path}/post/${post_id}`)
  // The posts before and after it appear on the same page.
  await page.locator('.post-card-photo').first().dblclick()
  const lasting = `${HEART_ANIMATION_MS / 1000}s`
  await expect(page.locator('.heart-burst')).toHaveCSS('animation-duration', lasting)
})

test.describe('on the big screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  // Specification: 4.37, 9.14
  test('the slideshow fades out for 1 s and in for 1.5 s @full', async ({
    page,
    client,
    owner,
    event,
    path,
  }) => {
    for (const seed of [1, 2, 3]) {
      await client.addPhoto(event, owner, await makePhoto({ width: 320, height: 240, seed }))
    }
    await page.goto(`${path}/slideshow`)
    await noteFades(page)
    await page.getByRole('button', { name: texts.slideshow.start }).click()
    const fades = () => page.evaluate(() => document.body.dataset['fades']?.split(',') ?? [])
    await expect
      .poll(async () => (await fades()).slice(-3))
      .toEqual(['going for 1s', 'coming from 0', 'here after 1.5 s'])
  })

  // Specification: 2.96
  test('the photos to select from take 70 % of the height @full', async ({
    page,
    orma,
    event,
    owner,
    path,
  }) => {
    addManyPosts(orma, event, owner, PAGE_SIZE * 2)
    await page.goto(`${path}/slideshow/select_img_slideshow`)
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
      if (!(target instanceof Element) || !target.matches('.slides-view')) return
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
