import type { BrowserContext, Page } from '@playwright/test'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { FEEDS_TAG } from '../../contract/worker-messages.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { isUpload } from '../support/gateway.ts'
import type { Venue } from '../support/venue.ts'
import { deletePost, openDeepFeed, reopenOffline, scrollToEnd } from '../e2e/deep-feed.ts'
import { downloadOrma, whenPhotoShown } from '../e2e/download-fixtures.ts'
import {
  addPosts,
  expectForgotten,
  keptPosts,
  readCached,
  shownPosts,
  visit,
  whenPicturesShown,
} from '../e2e/offline-fixtures.ts'
import { deleteOrma, setPaused } from '../e2e/owner-acts.ts'
import {
  enter,
  choose,
  controlWorker,
  expect,
  gallery,
  test,
  uploadNow,
} from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a woken worker brings what is new of the last Ormas', async ({
  page,
  context,
  venue,
  event,
  owner,
  addPhotos,
  client,
  path,
}) => {
  const kept = await client.createOrma(owner)
  for (const each of [event, kept]) {
    await addPosts(client, each, owner, 2)
    await visit(page, venue.url, each)
  }
  await downloadOrma(page)

  await closePages(context, page)
  const [fresh] = await addPhotos(1)
  const [whole] = await addPosts(client, kept, owner, 1)
  await wake(context, venue, [fresh?.compressed_url, whole?.compressed_url, whole?.image_url])
  venue.relay.set({ refuse: true })

  const again = await context.newPage()
  await again.goto(path)
  await whenPicturesShown(again)
  expect((await shownPosts(again))[0]).toBe(fresh?.id)
  expect(await shownPosts(again)).toHaveLength(3)
  await again.goto(`/${kept.event_hash}/post/${whole?.id}`)
  await whenPhotoShown(again, whole?.id)
})

test('a woken worker takes off what is gone', async ({ page, context, venue }) => {
  const party = await openDeepFeed(page, venue)
  const gone = (await shownPosts(page)).at(-3) ?? 0
  await closePages(context, page)
  await deletePost(venue, party, gone)
  await wake(context, venue, [`/api/events/${party.event.event_hash}/post_ids`])

  const again = await context.newPage()
  venue.relay.set({ refuse: true })
  await again.goto(`/${party.event.event_hash}`)
  await expect(again.locator('li[data-post]').first()).toBeVisible()
  await reopenOffline(again, venue)
  await scrollToEnd(again, 59)
  await expect(again.locator(`li[data-post="${gone}"]`)).toHaveCount(0)
})

test('a woken worker forgets a deleted Orma, but not its waiting photos', async ({
  page,
  context,
  venue,
  event,
  owner,
  guest,
  addPhotos,
  path,
}) => {
  await addPhotos(2)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.goto(`${path}/upload`)
  await choose(page, await gallery(1))
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  await closePages(context, page)
  await deleteOrma(venue, event, owner)
  // A worker that tries once more meanwhile is not to hear that its photo has nowhere to go.
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-before' : 'pass'))
  venue.relay.heal()
  await wake(context, venue, [addressOf(event)], 404)

  const again = await context.newPage()
  await again.goto('/robots.txt')
  await expectForgotten(again, event)
  venue.relay.set({ refuse: true })
  for (const address of ['/', '/settings']) {
    await again.goto(address)
    await expect(again.getByText(texts.offline.waiting(1)).first()).toBeVisible()
  }
  await again.goto(path)
  await expect(again.getByRole('heading', { name: texts.event.loadFailed })).toBeVisible()
  await again.getByRole('link', { name: texts.offline.showWaiting }).click()
  await expect(again.getByRole('img')).not.toHaveCount(0)
})

test('a woken worker hears that an Orma is paused', async ({
  page,
  context,
  venue,
  event,
  owner,
  addPhotos,
  path,
}) => {
  await addPhotos(2)
  await visit(page, venue.url, event)
  const seen = (again: Page) => readCached(again, 'answers', ['events', event.event_hash])
  for (const isPaused of [true, false]) {
    await closePages(context, context.pages().at(-1) ?? page)
    await setPaused(venue, event, owner, isPaused)
    await wake(context, venue, [addressOf(event)], isPaused ? 403 : 200)
    const again = await context.newPage()
    await again.goto('/robots.txt')
    await expect
      .poll(() => seen(again))
      .toMatchObject({ paused: isPaused ? texts.server.paused : undefined })
    expect(await keptPosts(again, event.event_hash)).toBe(2)
    venue.relay.set({ refuse: true })
    await again.goto(path)
    if (isPaused) {
      await expect(again.getByRole('heading', { name: texts.server.paused })).toBeVisible()
    } else {
      await whenPicturesShown(again)
    }
    venue.heal()
  }
})

/** The call that says whether there is an Orma: what a woken worker asks first. */
function addressOf({ event_hash }: Event): string {
  return `/api/events/${event_hash}`
}

/** Closes the app, but not the browser. */
async function closePages(context: BrowserContext, page: Page): Promise<void> {
  await context.newPage()
  await page.close()
}

/** Has the worker look for what is new; resolves when it has been answered what is told. */
async function wake(
  context: BrowserContext,
  venue: Venue,
  paths: readonly (string | null | undefined)[],
  status = 200,
): Promise<void> {
  const [blank] = context.pages()
  if (!blank) throw new Error('no page is left')
  const before = venue.gateway.exchanges.length
  const worker = await controlWorker(blank)
  await worker.periodicSync(venue.url, FEEDS_TAG)
  for (const path of paths) {
    const answered = () => venue.gateway.exchanges.slice(before).find((each) => each.path === path)
    await expect.poll(() => answered()?.status, { message: String(path) }).toBe(status)
  }
}
