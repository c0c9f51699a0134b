import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { buildRelease } from '../support/release.ts'
import { addPosts, shownPosts, visit, whenPicturesShown } from '../e2e/offline-fixtures.ts'
import { releaseOf, test, updateWorker } from '../e2e/release-fixtures.ts'
import { controlWorker, expect, startParty, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** At the end of a worker's script: as on a phone that is at its limit. */
const slowStart = (ms: number) => `
for (const end = Date.now() + ${ms}; Date.now() < end; );`

test('R6: a release accepted offline shows kept data, or begins empty with another data shape', async ({
  page,
  venue,
  next,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  const kept = await shownPosts(page)
  expect(kept).toHaveLength(2)

  await venue.orma.restart(next)
  await updateWorker(page)
  venue.relay.set({ refuse: true })
  await acceptUpdate(page, 'next')
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toEqual(kept)

  const reshaped = await buildRelease('reshaped', { isReshaped: true })
  await venue.orma.restart(reshaped)
  venue.heal()
  await updateWorker(page)
  venue.relay.set({ refuse: true })
  await acceptUpdate(page, 'reshaped')
  await expect(page.getByText(texts.event.loadFailed)).toBeVisible()
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()

  venue.heal()
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await page.reload()
  await whenPicturesShown(page)
  expect(await shownPosts(page)).toEqual(kept)
  expect(await releaseOf(page)).toEqual({ html: 'reshaped', script: 'reshaped' })
  await reshaped.remove()
})

for (const { how, startsInMs } of [
  { how: 'takes its time', startsInMs: 5_000 },
  // So the new one is told to take over while the old one still starts, and Chromium lets that live on for as long as the page asks.
  { how: 'takes longer than anyone waits for it', startsInMs: 12_000 },
]) {
  test(`a release accepted offline takes over though the old worker must wake and ${how}`, async ({
    page,
    venue,
    next,
  }) => {
    const { event } = await startParty(venue)
    const append = slowStart(startsInMs)
    venue.gateway.judge(({ path }) => (path === '/sw.js' ? { append } : 'pass'))
    await page.goto(`/${event.event_hash}`)
    await whenControlled(page)
    await venue.orma.restart(next)
    venue.heal()
    expect(await updateWorker(page)).toBe('installed')
    venue.relay.set({ refuse: true })
    // As when the page was left alone for a while.
    await (await controlWorker(page)).stop()
    await acceptUpdate(page, 'next')
    await expect(page.locator('h1')).toBeVisible()
  })
}

async function acceptUpdate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(page)).toEqual({ html: name, script: name })
}
