import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { FEEDS_TAG } from '../../contract/worker-messages.ts'
import type { Venue } from '../support/venue.ts'
import { deletePost, openDeepFeed, reopenOffline, scrollToEnd } from './deep-feed.ts'
import { addPosts, shownPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { controlWorker, expect, startParty, test } from './venue-fixtures.ts'

test('a worker that is woken with no page open brings what is new of the Ormas last visited, with thumbnails, and whole of one that is kept', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const kept = await venue.client.createOrma(owner)
  for (const each of [event, kept]) {
    await addPosts(venue.client, each, owner, 2)
    await visit(page, venue.url, each)
  }
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.keep }).click()
  const dialog = page.getByRole('dialog', { name: texts.keep.title })
  await dialog.getByRole('button', { name: texts.keep.start }).click()
  await expect(dialog.getByText(texts.keep.done)).toBeVisible()

  await closePages(context, page)
  const [fresh] = await addPosts(venue.client, event, owner, 1)
  const [whole] = await addPosts(venue.client, kept, owner, 1)
  await wake(context, venue, [fresh?.compressed_url, whole?.compressed_url, whole?.image_url])
  venue.relay.set({ refuse: true })

  const again = await context.newPage()
  await again.goto(`/${event.event_hash}`)
  await whenPicturesShown(again)
  expect((await shownPosts(again))[0]).toBe(fresh?.id)
  expect(await shownPosts(again)).toHaveLength(3)
  await again.goto(`/${kept.event_hash}/post/${whole?.id}`)
  const photo = again.locator(`article[data-post="${whole?.id}"] img.po-full`)
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})

test('a worker that is woken with no page open takes off the phone what is gone, deep in a feed as well', async ({
  page,
  context,
  venue,
}) => {
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
): Promise<void> {
  const [blank] = context.pages()
  if (!blank) throw new Error('no page is left')
  const before = venue.gateway.exchanges.length
  const worker = await controlWorker(blank)
  await worker.periodicSync(venue.url, FEEDS_TAG)
  for (const path of paths) {
    const answered = () => venue.gateway.exchanges.slice(before).find((each) => each.path === path)
    await expect.poll(() => answered()?.status, { message: String(path) }).toBe(200)
  }
}
