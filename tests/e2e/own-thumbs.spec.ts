import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts, shownPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { enter, choose, expect, gallery, startParty, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** A guest who has seen an Orma with one photo, and has just sent another; `keptThumbs`: how many of the two are on the device. */
async function addOne(page: Page, context: BrowserContext, venue: Venue) {
  const { event, owner, guest } = await startParty(venue)
  const params = { event_hash: event.event_hash, page: 1 }
  await addPosts(venue.client, event, owner, 1)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/upload`)
  await choose(page, await gallery(1))
  await uploadNow(page)
  const keptThumbs = async () => {
    const { body } = await venue.client.call(api.listPosts, { params })
    const urls = body.map(({ compressed_url }: { compressed_url: string }) => compressed_url)
    return page.evaluate(async (thumbs: string[]) => {
      const found = await Promise.all(thumbs.map((url) => caches.match(url)))
      return found.filter(Boolean).length
    }, urls)
  }
  return { event, keptThumbs }
}

test('a photo just added is there offline, though never shown', async ({
  page,
  context,
  venue,
}) => {
  const { event, keptThumbs } = await addOne(page, context, venue)
  await expect(page.getByText(texts.upload.shown)).toBeVisible()
  await expect.poll(keptThumbs).toBe(2)
  venue.relay.set({ refuse: true })
  await page.goto(`/${event.event_hash}`)
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toHaveLength(2)
})
