import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { throwAway } from '../e2e/offline-fixtures.ts'
import { goWithin, releaseOf, test } from '../e2e/release-fixtures.ts'
import { expect, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test.describe('a script that no server has any more', () => {
  for (const serviceWorkers of ['allow', 'block'] as const) {
    const which = serviceWorkers === 'allow' ? 'with its worker' : 'without a worker'
    test(`has a page ${which} load the newest release once`, async ({
      browser,
      venue,
      next,
      event,
      orma,
    }) => {
      const context = await browser.newContext({ serviceWorkers, baseURL: venue.url })
      const page = await context.newPage()
      await page.goto(`/${event.event_hash}`)
      if (serviceWorkers === 'allow') {
        await whenControlled(page)
        await throwAway(page, /(splash|home|login)-page-/)
      }
      await expect(page.getByRole('banner')).toBeVisible()
      const release = await page.locator('script[src]').first().getAttribute('src')

      venue.relay.set({ refuse: true })
      await goWithin(page, `/${event.event_hash}/splash-screen`)
      await expect(page.getByText(texts.common.retry)).toBeVisible()
      expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })

      venue.relay.heal()
      await orma.stop()
      await rm(join(orma.dataDir, 'blobs/asset'), { recursive: true, force: true })
      await orma.restart(next)
      await page.evaluate((path) => sessionStorage.setItem(`reloads:${path}`, '1'), release)
      await goWithin(page, '/')
      await expect(page.getByText(texts.common.retry)).toBeVisible()
      expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })

      await page.evaluate(() => sessionStorage.clear())
      await goWithin(page, '/login')
      await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
      await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
      if (serviceWorkers === 'allow') await whenControlled(page)
      await context.close()
    })
  }
})
