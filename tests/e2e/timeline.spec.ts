import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

/** Which tabs are marked from now on, again and again. */
const watchTabs = (page: Page) =>
  page.evaluateHandle(() => {
    const marked: (string | null | undefined)[] = []
    const look = () => marked.push(document.querySelector('nav [aria-current=page]')?.textContent)
    new MutationObserver(look).observe(document, { subtree: true, childList: true })
    return marked
  })

/** Photos of two evenings: two at six and one at nine, and one the day after. */
const TAKEN = [
  '2026-11-20T18:05:00+01:00',
  '2026-11-20T18:50:00+01:00',
  '2026-11-20T21:10:00+01:00',
  '2026-11-21T10:00:00+01:00',
]

// Specification: 2.22, 2.56
test('the Reel tells an Orma hour by hour', async ({ page, client, event, owner }) => {
  for (const [seed, original_date] of TAKEN.entries()) {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed, takenAt: null })
    const fields = { original_date, timezone: 'Europe/Berlin' }
    const { body } = await client.upload(event, owner, photo, { fields })
    await client.whenProcessed(event, owner, body.post.id)
  }
  await page.goto(`/${event.event_hash}`)
  // The tabs are there before the app, which alone makes the offer.
  await expect(page.locator('main[aria-busy]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Reel' }).click()
  const offer = page.getByRole('complementary', { name: texts.install.title })
  await expect(offer).toBeVisible()
  await offer.getByRole('button', { name: texts.install.continueInWeb }).click()
  await expect(offer).toBeHidden()
  await expect(page).toHaveURL(`/${event.event_hash}#timeline`)
  await expect(page.locator('nav [aria-current=page]')).toHaveText('Reel')
  await expect(page.locator('main h2')).toHaveText(['Friday, November 20', 'Saturday, November 21'])
  await expect(page.locator('main h3')).toHaveText([
    /^6 PM2 photos/,
    /^9 PM1 photo/,
    /^10 AM1 photo/,
  ])
  await expect(
    page.getByRole('region', { name: 'Friday, November 20, 6 PM' }).getByRole('img'),
  ).toHaveCount(2)

  await test.step('an hour shows its photos, each the way to its post', async () => {
    const marked = await watchTabs(page)
    await page.getByRole('link', { name: '6 PM' }).click()
    await expect(page).toHaveURL(`/${event.event_hash}/timeslot/2026-11-20T18`)
    await expect(page.getByRole('heading', { name: '6 PM' })).toBeVisible()
    expect(await marked.jsonValue()).not.toContain('Live Feed')
    await expect(page.locator('li[data-post]')).toHaveCount(2)
    await page.locator('li[data-post] a').first().click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goBack()
    await expect(page.locator('li[data-post]')).toHaveCount(2)
  })

  await test.step('after a reload it is the tab of the address', async () => {
    await page.reload()
    await page.goto(`/${event.event_hash}#timeline`)
    await expect(page.locator('main h3')).toHaveCount(3)
    await expect(offer).toBeHidden()
  })

  await page.getByRole('link', { name: texts.timeline.viewAll }).click()
  await expect(page).toHaveURL(`/${event.event_hash}/memories/viewall`)
  await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(3)
  await page.getByRole('link', { name: /^9 PM/ }).click()
  await expect(page.locator('li[data-post]')).toHaveCount(1)
})

test('an Orma without photos says so on its timeline', async ({ page, event }) => {
  for (const path of ['#timeline', '/memories/viewall', '/timeslot/2026-11-20T18']) {
    await page.goto(`/${event.event_hash}${path}`)
    await expect(page.getByText(texts.feed.empty)).toBeVisible()
  }
  await page.goto(`/${'x'.repeat(21)}/memories/viewall`)
  await expect(page.getByText(texts.notFound.text)).toBeVisible()
})
