import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { expect, signIn, startParty, test } from './venue-fixtures.ts'

/** Whether the tab's files and what it shows lie on this device. */
async function isTabKept(event_hash: string): Promise<boolean> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = loaded.filter((name) => name.includes('/highlights-'))
  const found = await Promise.all(files.map((name) => caches.match(name)))
  const request = indexedDB.open('orma-kept')
  const db = await new Promise<IDBDatabase>((resolve) => {
    request.addEventListener('success', () => resolve(request.result))
  })
  const key = ['events', event_hash, 'highlights']
  const counting = db.transaction('answers').objectStore('answers').count(key)
  const count = await new Promise<number>((resolve) => {
    counting.addEventListener('success', () => resolve(counting.result))
  })
  db.close()
  return files.length >= 2 && found.every(Boolean) && count === 1
}

test('the Highlights tab opens again without a network, with its cards', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.getByRole('link', { name: texts.event.highlights }).click()
  const card = page.getByRole('list', { name: texts.event.highlights }).getByRole('link')
  await expect(card).toHaveCount(1)
  await expect.poll(() => page.evaluate(isTabKept, event.event_hash)).toBe(true)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(page).toHaveURL(new RegExp(`#${DEFAULT_PRODUCT.slug}$`))
  await expect(card).toHaveCount(1)
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('where it was never opened it says so below the Orma’s banner, and opens by itself once there is a network', async ({
  page,
  venue,
}) => {
  // On a dear line nothing is fetched before it is asked for.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await page.context().setOffline(true)
  await page.getByRole('link', { name: texts.event.highlights }).click()
  await expect(page.getByText(texts.offline.notHere)).toBeVisible()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  venue.relay.set({ refuse: false })
  await page.context().setOffline(false)
  await expect(
    page.getByRole('list', { name: texts.event.highlights }).getByRole('link'),
  ).toHaveCount(1)
})
