import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { openLive } from './fixtures.ts'
import { keptPosts, shownPosts, visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

const { reveal, event: words } = texts

test('a guest sees their own photos alone, and everything at the moment of the reveal', async ({
  page,
  guest,
  path,
  addPhotos,
  change,
}) => {
  const [others] = await addPhotos(1)
  const [own] = await addPhotos(1, guest)
  await change({ revealAt: 'later' })
  await openLive(page, path)
  await expect(page.getByText(reveal.later)).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: words.highlights }).click()
  await expect(page.getByText(reveal.later)).toBeVisible()
  // There they see nothing, and are not told otherwise.
  await expect(page.getByText(reveal.yours)).toHaveCount(0)
  await page.getByRole('link', { name: reveal.seeYours }).click()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id])
  await page.goto(`${path}/post/${others?.id}`)
  await expect(page.getByRole('heading', { name: reveal.later })).toBeVisible()
  await openLive(page, path)
  await change({ revealAt: new Date(Date.now() + 4_000).toISOString() })
  await expect(page.getByRole('timer')).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id, others?.id])
  await expect(page.getByText(reveal.yours)).toHaveCount(0)
})

test('a phone forgets others’ photos once its Orma hides them, and shows them again', async ({
  page,
  venue,
  event,
  guest,
  addPhotos,
  change,
}) => {
  const [others] = await addPhotos(1)
  const [own] = await addPhotos(1, guest)
  await visit(page, venue.url, event)
  const isKept = () =>
    page.evaluate(
      async (address) => Boolean(await caches.match(address)),
      others?.compressed_url ?? '',
    )
  expect([await keptPosts(page, event.event_hash), await isKept()]).toEqual([2, true])
  venue.relay.set({ refuse: true })
  await page.reload()
  await change({ guestsSee: 'own' })
  venue.heal()
  await expect(page.getByText(reveal.own)).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id])
  await expect.poll(() => keptPosts(page, event.event_hash)).toBe(1)
  await expect.poll(isKept).toBe(false)
  // Without contact what the Orma said last counts.
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(page.getByText(reveal.own)).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id])
  await change({ guestsSee: 'all' })
  venue.heal()
  await expect.poll(() => shownPosts(page)).toEqual([own?.id, others?.id])
})
