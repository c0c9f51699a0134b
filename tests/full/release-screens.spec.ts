import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createPreloads } from '../../server/http/built-app.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { currentAssets } from '../support/release.ts'
import { goWithin, releaseOf, test, updateWorker } from '../e2e/release-fixtures.ts'
import { enter, expect, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** What a visit may lead to without a word typed; signed in where the screen asks for it. */
const GUEST_SCREENS = ['/', '/login', '/getapp', '/terms', '/share', '/{orma}/memories/viewall']
const USER_SCREENS = [
  '/myormas',
  '/profile',
  '/create/orma',
  '/{orma}/upload',
  '/{orma}/slideshow',
  '/{orma}/post/{post}',
]

for (const serviceWorkers of ['allow', 'block'] as const) {
  const which = serviceWorkers === 'allow' ? 'with its worker' : 'without a worker'
  test(`U1: a page of the release before, ${which}, opens every screen of its own`, async ({
    browser,
    venue,
    next,
    party,
    addPhotos,
    orma,
  }) => {
    const [post] = await addPhotos(1, party.guest)
    const visits = []
    for (const screens of [GUEST_SCREENS, USER_SCREENS]) {
      const context = await browser.newContext({ serviceWorkers, baseURL: venue.url })
      if (screens === USER_SCREENS) await enter(context, party.guest)
      const watched = await openWatched(context, `/${party.event.event_hash}`)
      if (serviceWorkers === 'allow') await whenControlled(watched.page)
      // Without one the page does the worker's part, by a script that it asks for once.
      else await expect.poll(() => watched.loaded.join(' ')).toContain('upload-work')
      visits.push({ screens, context, ...watched })
    }

    await orma.restart(next)
    const chunksOf = createPreloads(join(import.meta.dirname, '../../dist'))
    for (const { screens, context, page, missing, loaded } of visits) {
      // What was asked for while no server ran is another matter.
      missing.length = 0
      for (const screen of screens) {
        const path = screen
          .replace('{orma}', party.event.event_hash)
          .replace('{post}', String(post?.id))
        await goWithin(page, path)
        for (const file of chunksOf(path)) await expect.poll(() => loaded).toContain(`/${file}`)
      }
      expect(await fetchAll(page, await currentAssets())).toEqual([])
      expect(missing).toEqual([])
      expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })
      await context.close()
    }
  })
}

test('the offer of a release leaves a phone with letters twice as large free', async ({
  page,
  venue,
  party,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page.context(), party.guest)
  await page.goto(`/${party.event.event_hash}`)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await whenControlled(page)
  venue.gateway.judge(({ path }) => (path === '/sw.js' ? { append: '\n// The next.' } : 'pass'))
  expect(await updateWorker(page)).toBe('installed')
  await page.getByRole('button', { name: texts.offline.update }).click({ trial: true })
  const offer = page.getByRole('status').filter({ hasText: texts.offline.updateReady })
  await expect
    .poll(async () => (await offer.locator('div').boundingBox())?.height)
    .toBeLessThan(200)
  await page.getByRole('link', { name: texts.event.upload }).click({ trial: true })
})

/** A page that tells which scripts it has loaded, and of every one that it could not have. */
async function openWatched(context: BrowserContext, path: string) {
  const missing: string[] = []
  const loaded: string[] = []
  const page = await context.newPage()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/')) (response.ok() ? loaded : missing).push(pathname)
  })
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) missing.push(request.url())
  })
  await page.exposeFunction('tellMissing', (what: string) => missing.push(what))
  await page.addInitScript(() => {
    const { tellMissing } = window as unknown as { tellMissing: (what: string) => void }
    addEventListener('vite:preloadError', (event) =>
      tellMissing(String((event as Event & { payload: unknown }).payload)),
    )
  })
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  return { page, missing, loaded }
}

/** Has the page ask for files, also for those that the browser has; gives those that it could not have. */
function fetchAll(page: Page, assets: readonly string[]): Promise<string[]> {
  return page.evaluate(async (paths) => {
    const failed: string[] = []
    for (const path of paths) {
      if (!(await fetch(path, { cache: 'no-store' })).ok) failed.push(path)
    }
    return failed
  }, assets)
}
