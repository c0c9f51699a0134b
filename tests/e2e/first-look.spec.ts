import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { APP_LINK_CLASS, DEFAULT_PRODUCT, FIRST_DATA_ID } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addPosts, changeCached, keptPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { setReviewAll, startReview, strip } from './review-fixtures.ts'
import { enter, expect, test, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('offline, an Orma shows its last photos before the app runs', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  const posts = await addPhotos(3)
  await visit(page, venue.url, event)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  venue.relay.set({ refuse: true })
  await keepAppAway(page)
  await page.reload()
  await expect(page.locator('main[aria-busy] h1')).toHaveText(event.name)
  const { liveFeed, highlights } = texts.event
  const tabs = page.locator('main[aria-busy] .tabs').getByRole('link')
  await expect(tabs).toHaveText([liveFeed, DEFAULT_PRODUCT.name, highlights])
  const photos = page.locator('main[aria-busy] .feed-grid-tile img')
  await expect(photos).toHaveCount(3)
  await expect.poll(() => photos.evaluateAll(areLoaded)).toBe(true)
  const shown = await photos.evaluateAll((all) => all.map((photo) => photo.getAttribute('src')))
  expect(shown).toEqual(posts.map(({ compressed_url }) => compressed_url).toReversed())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.locator('li[data-post]').count()).toBe(0)
})

test('nothing moves when the app takes over', async ({ page, venue, event, addPhotos }) => {
  await addPhotos(5)
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, venue.url, event)
  await noteFrames(page)
  await page.reload()
  await whenPicturesShown(page)
  const frames = await page.evaluate(() => (window as unknown as { frames: string[] }).frames)
  const [look, ...others] = frames.filter((frame) => frame.startsWith('5 '))
  expect(look).toContain('"width"')
  expect(others).toEqual([])
  // Once all photos of the first look were there, none was missing again.
  expect(frames.indexOf(look ?? '')).toBe(frames.length - 1)
})

test('nothing moves for an owner who has photos to review', async ({ page, context, venue }) => {
  const party = await startReview(venue, 3)
  const { event, owner, guest } = party
  await setReviewAll(venue, party, false)
  await addPosts(venue.client, event, guest, 6)
  await enter(context, owner)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${venue.url}/${event.event_hash}`)
  await whenControlled(page)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBeGreaterThanOrEqual(6)
  await expect(strip(page)).toBeVisible()
  await noteFrames(page)
  await page.reload()
  await expect(strip(page)).toBeVisible()
  await whenPicturesShown(page)
  const { frames, headers } = await page.evaluate(() => {
    const noted = window as unknown as { frames: string[]; headers: string[] }
    return { frames: noted.frames, headers: noted.headers }
  })
  const tops = frames.flatMap((frame) => {
    const [, tile] = JSON.parse(frame.slice(frame.indexOf(' '))) as DOMRect[]
    return tile ? tile.top : []
  })
  expect([...new Set(tops)]).toHaveLength(1)
  expect(headers).toHaveLength(1)
  expect(headers[0]).toContain(texts.event.share)
})

test('what is kept shows its age, and gives way to the server', async ({
  page,
  context,
  venue,
  event,
  owner,
  addPhotos,
  client,
  path,
}) => {
  const [, gone] = await addPhotos(3)
  await visit(page, venue.url, event)
  await page.close()
  const params = { event_hash: event.event_hash, post_id: gone?.id ?? 0 }
  await client.call(api.deletePost, { params, token: owner.token })
  await addPhotos(1)
  const again = await context.newPage()
  await again.goto(path)
  const first = await firstData(again)
  expect(first).toContain(`"id":${gone?.id},`)
  expect(first).toMatch(/"updatedAt":\{"event":\d+,"posts":\d+\}/)
  await expect(again.locator('li[data-post]')).toHaveCount(3)
  await expect(again.locator(`li[data-post="${gone?.id}"]`)).toHaveCount(0)
})

test('another place or tab is not preceded by the feed’s top @full', async ({
  page,
  venue,
  event,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await visit(page, venue.url, event)
  await keepAppAway(page)
  await page.goto('/terms')
  await page.goto(`${path}#timeline`)
  await page.waitForLoadState()
  expect(await firstData(page)).not.toBe('')
  expect(await page.locator('#root').innerHTML()).toBe('')
  await page.evaluate(
    (key) =>
      sessionStorage.setItem(
        key,
        '{"post_id":1,"createdAt":"2026-06-14T18:00:00.000Z","offset":0}',
      ),
    `feed-place:${event.event_hash}`,
  )
  await page.goto(path)
  expect(await page.locator('#root').innerHTML()).toBe('')
})

test('what lies damaged on the device keeps no page from opening', async ({
  page,
  context,
  venue,
  event,
  addPhotos,
  path,
}) => {
  await addPhotos(2)
  await visit(page, venue.url, event)
  await changeCached(page, 'answers', ['events', event.event_hash], 'a cut record')
  await page.reload()
  expect(await firstData(page)).toBe('')
  await whenPicturesShown(page)

  const other = await context.newPage()
  await other.goto('/robots.txt')
  await other.evaluate(blockKept)
  await page.goto(path)
  expect(await firstData(page)).toBe('')
  await whenPicturesShown(page)
})

/** From the next page on only what comes before the app is seen: its script is refused, also by the worker. */
async function keepAppAway(page: Page): Promise<void> {
  const app = await page.locator(`.${APP_LINK_CLASS}`).last().getAttribute('href')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setBlockedURLs', { urls: [`*${app}`] })
}

/** What came with the HTML; empty where nothing did. */
async function firstData(page: Page): Promise<string> {
  return page.evaluate((id) => document.getElementById(id)?.textContent ?? '', FIRST_DATA_ID)
}

/**
 * Notes from the next page on how many photos each frame shows, and where they and the name are, each time it changes; and the
 * header's buttons.
 */
async function noteFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frames: string[] = []
    const headers: string[] = []
    Object.assign(window, { frames, headers })
    const look = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.feed-grid-tile img')]
      const shown = images.filter(
        (image) =>
          image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1',
      )
      const places = [...document.querySelectorAll('h1, .feed-grid-tile')].map((element) =>
        element.getBoundingClientRect(),
      )
      const frame = `${shown.length} ${JSON.stringify(places)}`
      if (frames.at(-1) !== frame) frames.push(frame)
      const buttons = [...document.querySelectorAll('header :is(a, button)')]
      const header = buttons.map(({ ariaLabel }) => ariaLabel).join(', ')
      if (header && headers.at(-1) !== header) headers.push(header)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Runs in the page: the change of a database that never ends keeps everyone else waiting. */
async function blockKept(): Promise<void> {
  const request = indexedDB.open('orma-kept', 99)
  await new Promise((resolve) => {
    request.addEventListener('upgradeneeded', () => {
      const store = request.transaction?.objectStore('answers')
      const goOn = () => store?.get('nothing').addEventListener('success', goOn)
      goOn()
      resolve(undefined)
    })
  })
}

function areLoaded(images: Element[]): boolean {
  return images.every((image) => (image as HTMLImageElement).naturalWidth > 0)
}
