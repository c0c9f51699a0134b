import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { LEGAL } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addPosts, changeCached, readCached, visit, whenPicturesShown } from './offline-fixtures.ts'
import { expect, startParty, test, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** Sooner than a request that nobody answers is given up. */
const BEFORE_TIMEOUT = { timeout: 20_000 }

test('on a line that swallows everything, what a storage that wakes late has kept is shown as soon as it gives it @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await page.addInitScript(wakeLate)
  venue.relay.set({ blackHole: true })
  await page.goto(`/${event.event_hash}/post/${post?.id}`)
  const view = page.locator(`article[data-post="${post?.id}"]`)
  await expect(view).toBeVisible(BEFORE_TIMEOUT)
})

test('an Orma that was seen before the clock was put back shows what the server says of it now, and keeps that @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  const key = ['events', event.event_hash]
  await page.goto('/settings')
  await changeCached(page, 'answers', key, 'told a year from now')
  const params = { event_hash: event.event_hash }
  const form = toForm({ name: 'Anna, Ben & Cleo' })
  await venue.client.call(api.updateEvent, { params, token: owner.token, form })
  await page.goto(`/${event.event_hash}`)
  await expectHeading(page, 'Anna, Ben & Cleo')
  await expect
    .poll(async () => ((await readCached(page, 'answers', key)) as { data: unknown }).data)
    .toMatchObject({ name: 'Anna, Ben & Cleo' })
})

test('the terms open on a line that swallows everything @full', async ({ page, venue }) => {
  const { event } = await startParty(venue)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await page.goto(LEGAL.terms)
  const heading = page.getByRole('heading', { name: texts.login.terms })
  await expect(heading).toBeVisible()
  venue.relay.set({ blackHole: true })
  await page.goto(LEGAL.terms)
  await expect(heading).toBeVisible()
})

test('an Orma that could not be loaded is there by itself once the server can be reached again @full', async ({
  page,
  venue,
}) => {
  const { event: seen, owner } = await startParty(venue)
  await addPosts(venue.client, seen, owner, 1)
  await visit(page, venue.url, seen)
  const { event } = await startParty(venue)
  venue.relay.set({ refuse: true })
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByRole('heading', { name: texts.event.loadFailed })).toBeVisible()
  venue.heal()
  await expectHeading(page, event.name)
})

test('whatever something else has written over this device’s notes keeps no page from opening @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  for (const junk of ['{', 'null', '7', '[null, 7, {}]']) {
    await page.evaluate((text) => {
      for (const storage of [localStorage, sessionStorage]) {
        for (const key of Object.keys(storage)) storage.setItem(key, text)
      }
    }, junk)
    await page.reload()
    await expectHeading(page, event.name)
    await whenPicturesShown(page)
  }
})

test('a page has all its parts also while the browser’s own look for a release gets no answer @full', async ({
  page,
  venue,
}) => {
  const { event } = await startParty(venue)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  const { promise, resolve } = Promise.withResolvers<undefined>()
  venue.gateway.judge(({ path }) => (path === '/sw.js' ? { hold: () => promise } : 'pass'))
  const looks = () => venue.gateway.exchanges.filter(({ path }) => path === '/sw.js').length
  const before = looks()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready).update())
  await expect.poll(looks).toBe(before + 1)
  await page.reload()
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  resolve(undefined)
})

/** Said by the app, not only by the first look. */
async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Runs in the page: what this device has kept opens later than a page waits for it. */
function wakeLate(): void {
  const LATE_MS = 2500
  const open = Reflect.get(IDBFactory.prototype, 'open')
  Reflect.set(
    IDBFactory.prototype,
    'open',
    new Proxy(open, {
      apply(target, factory, args: Parameters<IDBFactory['open']>) {
        const request = Reflect.apply(target, factory, args) as IDBOpenDBRequest
        Object.defineProperty(request, 'onsuccess', {
          set(listener: () => void) {
            request.addEventListener('success', () => setTimeout(listener, LATE_MS))
          },
        })
        return request
      },
    }),
  )
}
