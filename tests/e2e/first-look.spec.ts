import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { APP_LINK_CLASS, DEFAULT_PRODUCT, FIRST_DATA_ID } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addPosts, changeCached, visit, whenPicturesShown } from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('without a network an Orma shows its name and the photos seen last before the app runs', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const posts = await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  venue.relay.set({ refuse: true })
  await keepAppAway(page)
  await page.reload()
  await expect(page.locator('main[aria-busy] h1')).toHaveText(event.name)
  const { liveFeed, highlights } = texts.event
  const tabs = page.locator('main[aria-busy] .tb').getByRole('link')
  await expect(tabs).toHaveText([liveFeed, DEFAULT_PRODUCT.name, highlights])
  const photos = page.locator('main[aria-busy] .fd-tile img')
  await expect(photos).toHaveCount(3)
  await expect.poll(() => photos.evaluateAll(areLoaded)).toBe(true)
  const shown = await photos.evaluateAll((all) => all.map((photo) => photo.getAttribute('src')))
  expect(shown).toEqual(posts.map(({ compressed_url }) => compressed_url).toReversed())
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.locator('li[data-post]').count()).toBe(0)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`nothing moves and no photo goes when the app takes the first look over, ${viewport.width} px wide`, async ({
    page,
    venue,
  }) => {
    const { event, owner } = await startParty(venue)
    await addPosts(venue.client, event, owner, 5)
    await page.setViewportSize(viewport)
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
}

test('what is kept is shown as old as it is, and gives way to what the server says', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [, gone] = await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  await page.close()
  const params = { event_hash: event.event_hash, post_id: gone?.id ?? 0 }
  await venue.client.call(api.deletePost, { params, token: owner.token })
  await addPosts(venue.client, event, owner, 1)
  const again = await context.newPage()
  await again.goto(`/${event.event_hash}`)
  const first = await firstData(again)
  expect(first).toContain(`"id":${gone?.id},`)
  expect(first).toMatch(/"updatedAt":\{"event":\d+,"posts":\d+\}/)
  await expect(again.locator('li[data-post]')).toHaveCount(3)
  await expect(again.locator(`li[data-post="${gone?.id}"]`)).toHaveCount(0)
})

test('a name that looks like HTML is text in what the worker writes and in the first look @full', async ({
  page,
  venue,
}) => {
  const { owner } = await startParty(venue)
  const name = `</script><b>"Ann" & 'Ben'</b>`
  const event = await venue.client.createOrma(owner, { name })
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await keepAppAway(page)
  await page.reload()
  await expect(page.locator('main[aria-busy] h1')).toHaveText(name)
  expect(await page.locator('b').count()).toBe(0)
  expect(await page.title()).toContain(name)
})

test('another place in the feed, or another tab, is not preceded by the top of the feed', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await keepAppAway(page)
  await page.goto('/terms')
  await page.goto(`/${event.event_hash}#timeline`)
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
  await page.goto(`/${event.event_hash}`)
  expect(await page.locator('#root').innerHTML()).toBe('')
})

test('nothing of an Orma that was forgotten on this device is left in its HTML', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await page.goto('/settings')
  await page.getByRole('button', { name: texts.settings.forgetAll }).click()
  await page.getByRole('button', { name: texts.settings.forget, exact: true }).click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  venue.relay.set({ refuse: true })
  const opened = await page.goto(`/${event.event_hash}`)
  expect(opened?.fromServiceWorker()).toBe(true)
  const html = (await opened?.text()) ?? ''
  expect(html).toContain('id="root"')
  for (const part of [event.name, '/media/', FIRST_DATA_ID]) expect(html).not.toContain(part)
})

test('what lies damaged on the device, or cannot be read at all, keeps no page from opening', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  await changeCached(page, 'answers', ['events', event.event_hash], 'a cut record')
  await page.reload()
  expect(await firstData(page)).toBe('')
  await whenPicturesShown(page)

  const other = await context.newPage()
  await other.goto('/robots.txt')
  await other.evaluate(blockKept)
  await page.goto(`/${event.event_hash}`)
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

/** Notes from the next page on how many photos each frame shows, and where they and the name are, each time it changes. */
async function noteFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frames: string[] = []
    Object.assign(window, { frames })
    const look = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.fd-tile img')]
      const shown = images.filter(
        (image) =>
          image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1',
      )
      const places = [...document.querySelectorAll('h1, .fd-tile')].map((element) =>
        element.getBoundingClientRect(),
      )
      const frame = `${shown.length} ${JSON.stringify(places)}`
      if (frames.at(-1) !== frame) frames.push(frame)
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
