import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { addManyPosts } from '../support/many-posts.ts'
import {
  addPosts,
  expectForgotten,
  keptPosts,
  visit,
  whenPicturesShown,
} from './offline-fixtures.ts'
import { deleteOrma } from './owner-acts.ts'
import { choose, expect, gallery, signIn, startParty, test, uploadNow } from './venue-fixtures.ts'

test('an Orma that is kept opens whole without a network, photos and all, and can be let go', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const posts = await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  const dialog = page.getByRole('dialog', { name: texts.keep.title })
  await expect(dialog.getByText(/^3 photos, about [\d.]+ (k|M)B/)).toBeVisible()
  expect((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations).toEqual([])
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()

  venue.relay.set({ refuse: true })
  for (const { id } of posts) {
    await page.goto(`/${event.event_hash}/post/${id}`)
    const photo = page.locator(`article[data-post="${id}"] img.po-full`)
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.goto('/settings')
  await expect(page.getByText(texts.settings.staysHere)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.settings.freeSpace })).toBeHidden()

  await page.goto(`/${event.event_hash}`)
  await page.getByRole('button', { name: texts.common.menu }).click()
  venue.heal()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  await dialog.getByRole('button', { name: texts.keep.letGo }).click()
  await expect(dialog.getByRole('button', { name: texts.keep.start })).toBeVisible()
})

test('what was on its way of an Orma that is being kept does not come any more once it is deleted', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  const picture = Promise.withResolvers<void>()
  const isIt = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.endsWith('/full.jpg')
  venue.gateway.judge((request) => (isIt(request) ? { hold: () => picture.promise } : 'pass'))
  const asked = () => venue.gateway.exchanges.findLast(isIt)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  const dialog = page.getByRole('dialog', { name: texts.keep.title })
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect.poll(asked).toBeDefined()
  await deleteOrma(venue, event, owner)
  await expectForgotten(page, event)
  picture.resolve()
  await expect.poll(() => asked()?.endedAt).toBeDefined()
  // Whatever came has been dealt with by then.
  await page.evaluate(() => fetch('/robots.txt').then((response) => response.text()))
  await expectForgotten(page, event)
})

test('an Orma that is kept stays whole: what comes while it is looked at is fetched, and what came before, wherever in the feed', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  const dialog = page.getByRole('dialog', { name: texts.keep.title })
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()
  const seen = await addPosts(venue.client, event, owner, 1)
  await expect.poll(() => areWhole(page, seen)).toBe(true)

  await page.goto('/settings')
  const early = await addPosts(venue.client, event, owner, 1)
  // More pages of the feed than are loaded by themselves: these have no pictures.
  addManyPosts(venue.orma, event, owner, 60)
  const late = await addPosts(venue.client, event, owner, 1)
  await page.goto(`/${event.event_hash}`)
  await expect.poll(() => areWhole(page, [...early, ...late])).toBe(true)
  await expect.poll(() => keptPosts(page, event.event_hash)).toBe(64)

  venue.relay.set({ refuse: true })
  for (const { id } of [...seen, ...early, ...late]) {
    await page.goto(`/${event.event_hash}/post/${id}`)
    const photo = page.locator(`article[data-post="${id}"] img.po-full`)
    await expect
      .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('keeping pauses when asked to, and goes on', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  const dialog = page.getByRole('dialog', { name: texts.keep.title })
  await expect(dialog.getByRole('button', { name: texts.keep.start })).toBeVisible()
  venue.relay.set({ blackHole: true })
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await dialog.getByRole('button', { name: texts.keep.pause }).click()
  await expect(dialog.getByRole('button', { name: texts.keep.goOn })).toBeVisible()
  venue.heal()
  await dialog.getByRole('button', { name: texts.keep.goOn }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()
})

test('an Orma whose keeping was cut short is not said to be whole, before all of it is here', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  venue.gateway.judge(({ path }) => (path === post?.image_url ? { status: 500 } : 'pass'))
  const dialog = await openKeeping(page)
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect(dialog.getByText(texts.keep.progress(1, 2))).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.keep.goOn })).toBeVisible()
  await page.reload()
  await openKeeping(page)
  await expect(dialog.getByText(texts.keep.partial)).toBeVisible()
  await expect(dialog.getByText(texts.keep.done)).toHaveCount(0)
  venue.heal()
  venue.gateway.judge()
  await dialog.getByRole('button', { name: texts.keep.goOn }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()
  await page.reload()
  await openKeeping(page)
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()
})

test('without a connection the question of keeping says so, and goes on by itself when there is one', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  venue.gateway.judge(({ path }) => (path.startsWith('/api/') ? 'reset-before' : 'pass'))
  const dialog = await openKeeping(page)
  await expect(dialog.getByText(texts.keep.noConnection)).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.common.retry })).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.keep.start })).toHaveCount(0)
  venue.gateway.judge()
  await expect(dialog.getByText(/^2 photos, about/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.keep.start })).toBeVisible()
})

test('the browser is asked once not to clear away what is kept: with the first photo, or the first Orma that is kept', async ({
  page,
  context,
  venue,
}) => {
  await context.addInitScript(() => {
    StorageManager.prototype.persist = async () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}|`)
      return true
    }
  })
  const asked = () => page.evaluate(() => localStorage.getItem('asked'))
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  expect(await asked()).toBe(null)
  const dialog = await openKeeping(page)
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()
  expect(await asked()).toBe('|')
  await page.goto(`/${event.event_hash}/upload`)
  await choose(page, await gallery(1))
  await page.reload()
  await choose(page, await gallery(1), 2)
  // By then it would have asked for the one before.
  expect(await asked()).toBe('|')

  await page.evaluate(() => {
    localStorage.removeItem('asked')
    const opening = indexedDB.open('orma-outbox')
    return new Promise((resolve) => {
      opening.addEventListener('success', () => {
        const clearing = opening.result.transaction('notes', 'readwrite')
        clearing.objectStore('notes').clear()
        clearing.addEventListener('complete', resolve)
      })
    })
  })
  await choose(page, await gallery(1), 3)
  await expect.poll(asked).toBe('|')
})

async function openKeeping(page: Page) {
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  return page.getByRole('dialog', { name: texts.keep.title })
}

test('settings show what is kept and free its room, list what waits, and turn the lights', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/upload`)
  venue.relay.set({ refuse: true })
  await choose(page, await gallery(1))
  await uploadNow(page)
  await page.goto('/settings')
  await expect(page.getByText(texts.settings.kept(1, 2))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Discard/ })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByLabel(texts.settings.dark).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: texts.settings.freeSpace }).click()
  await expect(page.getByText(texts.settings.kept(1, 0))).toBeVisible()
  expect(await picturesKept(page)).toBe(0)
})

test('everything on this phone is forgotten when that is asked for, but for the theme', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.goto('/settings')
  await page.getByLabel(texts.settings.dark).check()
  await page.getByRole('button', { name: texts.settings.forgetAll }).click()
  await page.getByRole('button', { name: texts.settings.forget, exact: true }).click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  expect(await picturesKept(page)).toBe(0)
  venue.relay.set({ refuse: true })
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByText(texts.event.loadFailed)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  venue.heal()
  await page.getByRole('button', { name: texts.common.retry }).click()
  await whenPicturesShown(page)
})

/** Whether the pictures of these posts lie on the device in both sizes. */
function areWhole(page: Page, posts: readonly Post[]): Promise<boolean> {
  const urls = posts.flatMap(({ compressed_url, image_url }) => [compressed_url, image_url])
  return page.evaluate(async (addresses) => {
    const found = await Promise.all(addresses.map((url) => caches.match(url ?? '')))
    return found.every(Boolean)
  }, urls)
}

function picturesKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('orma-images/'))
    const counts = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).length),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}
