import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { manifestPath } from '../../contract/document.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import { addPosts, keptPosts, shownPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { sentComments } from './post-comments.ts'
import { choose, enter, expect, gallery, startParty, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('R1: three Ormas open offline after the browser died', async ({ venue, watch, client }) => {
  const parties = [await startParty(venue), await startParty(venue), await startParty(venue)]
  // More than a page of the feed in one of them.
  for (const [at, { event, owner }] of parties.entries()) {
    await addPosts(client, event, owner, at === 0 ? 30 : 3)
    await giveBanner(client, event, owner)
  }
  const browser = await createKillableBrowser()
  try {
    const first = await (await browser.open()).newPage()
    const shown: Set<number>[] = []
    for (const { event } of parties) {
      await visit(first, venue.url, event)
      shown.push(await seeAll(first))
      await expect.poll(() => keptPosts(first, event.event_hash)).toBe(shown.at(-1)?.size)
      await expect.poll(() => keptThumbs(first, event.event_hash)).toBe(shown.at(-1)?.size)
      await expect.poll(() => isCached(first, '.banner-image')).toBe(true)
    }
    expect(shown.map(({ size }) => size)).toEqual([30, 3, 3])
    await browser.kill9()
    venue.relay.set({ refuse: true })

    const context = await browser.open()
    watch(context)
    const again = await context.newPage()
    for (const [at, { event }] of parties.entries()) {
      await again.goto(`${venue.url}/${event.event_hash}`)
      await expect(again.getByRole('heading', { name: event.name })).toBeVisible()
      await expect.poll(() => isLoaded(again, '.banner-image')).toBe(true)
      await expect(
        again.getByRole('status').filter({ hasText: texts.offline.silent }),
      ).toBeVisible()
      expect(await seeAll(again)).toEqual(shown[at])
    }
  } finally {
    await browser.close()
  }
})

test('R2: on a dead line an Orma shows at once what it last did', async ({
  page,
  context,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(2)
  await visit(page, venue.url, event)
  const before = venue.gateway.exchanges.length
  venue.relay.set({ blackHole: true })
  const askedByWorker: string[] = []
  context.on('request', (request) => {
    if (request.serviceWorker()) askedByWorker.push(new URL(request.url()).pathname)
  })
  await page.addInitScript(neverLosePatience)
  await page.reload()
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toHaveLength(2)
  // Nor has the worker waited for an answer before it gave the page. The manifest is asked for by a page that is there.
  const manifest = manifestPath(event.event_hash)
  const beforePage = askedByWorker.filter((path) => !path.startsWith('/api/') && path !== manifest)
  expect(beforePage).toEqual([])
  // Nothing of it came over the line.
  expect(venue.gateway.exchanges.slice(before).filter(({ status }) => status)).toEqual([])
})

test('R7: a like and a comment stay after an offline reload', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
}) => {
  const [post] = await addPhotos(1)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.locator(`li[data-post="${post?.id}"] a`).click()
  await page.getByRole('button', { name: texts.post.like }).click()
  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('How lovely')
  await page.keyboard.press('Enter')
  await expect(sentComments(page)).toHaveText(/How lovely/)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(page.getByText('How lovely')).toBeVisible()
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
})

test('a photo just added is there offline, though never shown @full', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.goto(`${path}/upload`)
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.shown)).toBeVisible()
  await expect.poll(() => keptThumbs(page, event.event_hash)).toBe(2)
  venue.relay.set({ refuse: true })
  await page.goto(path)
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toHaveLength(2)
})

/** Runs in a page: whatever waits for a second or more waits for ever, so that what is shown has waited for less. */
function neverLosePatience(): void {
  const start = window.setTimeout
  const startShort = (work: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < 1000 ? start(work, ms, ...args) : 0
  Reflect.set(window, 'setTimeout', startShort)
}

/** Scrolls through a feed to its end; gives the posts whose pictures were all seen. */
async function seeAll(page: Page): Promise<Set<number>> {
  const seen = new Set<number>()
  await expect(async () => {
    await whenPicturesShown(page)
    for (const id of await shownPosts(page)) seen.add(id)
    await page.evaluate(() => scrollBy(0, innerHeight / 2))
    const last = page.locator('li[data-post]').last()
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'))
    expect(await page.evaluate(isAtEnd)).toBe(true)
  }).toPass({ intervals: [100] })
  return seen
}

function isAtEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 1
}

function keptThumbs(page: Page, event_hash: string): Promise<number> {
  return page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys()
    return requests.filter(({ url }) => url.endsWith('/thumb.webp')).length
  }, `orma-images/${event_hash}`)
}

function isCached(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .evaluate(async (image) => Boolean(await caches.match((image as HTMLImageElement).currentSrc)))
}

function isLoaded(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((image) => (image as HTMLImageElement).naturalWidth > 0)
}

async function giveBanner(client: ApiClient, event: Event, { token }: Person): Promise<void> {
  const form = toForm({})
  const banner = await makePhoto({ width: 1600, height: 800, orientation: 1 })
  form.set('banner', new Blob([new Uint8Array(banner)]), 'banner.jpg')
  const params = { event_hash: event.event_hash }
  await client.call(api.updateEvent, { params, form, token })
}
