import type { Page } from '@playwright/test'
import { LATER_FILES } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { expect, signIn, startParty, test } from './venue-fixtures.ts'

test('R11: every address of the app opens without a network, from the worker, and nothing that it is made of is missing', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 2)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await whenAllFilesKept(page)
  venue.relay.set({ refuse: true })
  const hash = event.event_hash
  const addresses = [
    '/',
    '/login',
    '/profile',
    '/create/orma',
    '/myormas',
    '/getapp',
    '/terms',
    '/privacy',
    '/share',
    '/404',
    '/nowhere/at/all',
    `/${hash}`,
    `/${hash}#timeline`,
    `/${hash}/post/${post?.id}`,
    `/${hash}/login`,
    `/${hash}/upload`,
    `/${hash}/slideshow`,
    `/${hash}/memories/viewall`,
  ]
  for (const address of addresses) {
    const opened = await context.newPage()
    const failed: string[] = []
    opened.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
    const response = await opened.goto(`${venue.url}${address}`)
    expect(response?.fromServiceWorker(), address).toBe(true)
    await expect(opened.locator('main').first(), address).toBeVisible()
    await expect(opened.locator('main').first(), address).not.toBeEmpty()
    // Answers, and pictures that were never seen, are no part of the app.
    const missing = failed.filter((path) => !/^\/(api|media)\//.test(path))
    expect(missing, address).toEqual([])
    await opened.close()
  }
})

test('an Orma that was never seen here says that it could not be loaded, and offers those that open', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const { event: other } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await page.goto(`/${other.event_hash}`)
  await expect(page.getByRole('heading', { name: texts.event.loadFailed })).toBeVisible()
  await page
    .getByRole('list', { name: texts.offline.canBeOpened })
    .getByRole('link', { name: event.name })
    .click()
  await whenPicturesShown(page)
})

/** Waits until the worker has also those of the app's files that are not precached. */
async function whenAllFilesKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (list) => {
        const files = (await (await fetch(list)).json()) as string[]
        const found = await Promise.all(files.map((file) => caches.match(file)))
        return files.length > 0 && found.every(Boolean)
      }, LATER_FILES),
    )
    .toBe(true)
}
