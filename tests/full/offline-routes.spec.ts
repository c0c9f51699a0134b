import { LAZY_FILES } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { areLaterFilesKept } from '../e2e/app-routes.ts'
import { addPosts, visit } from '../e2e/offline-fixtures.ts'
import { expect, enter, startParty, test } from '../e2e/venue-fixtures.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'

test.use(HEADLESS_SHELL)

test('on a metered line every page opens; what needs large scripts asks for a network', async ({
  page,
  context,
  venue,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } })
  })
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  await page.setViewportSize({ width: 1440, height: 900 })
  venue.relay.set({ refuse: true })
  const orma = `/${event.event_hash}`
  const pages = {
    [`${orma}/splash-screen`]: texts.splash.tryNow,
    [`${orma}/slideshow`]: texts.slideshow.start,
    '/seating_chart': texts.seating.title,
    '/getapp': texts.install.title,
  }
  for (const [address, words] of Object.entries(pages)) {
    await page.goto(address)
    await expect(page.getByText(words, { exact: true }).first(), address).toBeVisible()
  }
  await context.setOffline(true)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
  await expect(page.getByRole('alert').getByText(texts.offline.offline)).toBeVisible()
  await context.setOffline(false)
  venue.heal()
  await expect(page.getByLabel(texts.login.phone, { exact: true })).toBeVisible()

  await enter(context, owner)
  await page.goto(orma)
  const share = page.getByRole('button', { name: texts.event.share })
  await expect(share).toBeVisible()
  await context.setOffline(true)
  await share.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(texts.offline.offline)).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.share.copyUrl })).toBeVisible()
  await context.setOffline(false)
  await expect(dialog.getByRole('img', { name: texts.print.qrCode })).toBeVisible()
})

test('where hours and own photos were never seen, they offer what opens offline', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await enter(context, owner)
  await visit(page, venue.url, event)
  await expect.poll(() => page.evaluate(areLaterFilesKept, LAZY_FILES)).toBe(true)
  venue.relay.set({ refuse: true })
  const failures = {
    '/memories/viewall': texts.feed.failed,
    '/timeslot/2026-06-14T20': texts.feed.failed,
    '#timeline': texts.feed.failed,
    '/myphotos': texts.ownPhotos.failed,
  }
  for (const [address, words] of Object.entries(failures)) {
    await page.goto(`/${event.event_hash}${address}`)
    await expect(page.getByText(words), address).toBeVisible()
    await expect(page.getByText(texts.offline.silent), address).toBeVisible()
    const instead = page.getByRole('list', { name: texts.offline.canBeOpened })
    await expect(instead.getByRole('link', { name: event.name }), address).toBeVisible()
  }
})
