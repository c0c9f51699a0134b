import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { currentAssets } from '../support/release.ts'
import type { Release } from '../support/release.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { releaseOf, test, updateWorker } from '../e2e/release-fixtures.ts'
import { expect, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('U8: the next release is built without a warning, its files named once', async ({ next }) => {
  // Built with the level at which only warnings are said, of the app, the worker and the kill switch.
  expect(next.output).toBe('')
  const urls = await precachedFiles(next)
  expect(urls.length).toBeGreaterThan(5)
  expect(new Set(urls).size).toBe(urls.length)
})

test('U3: a download cut twenty times leaves the old release whole, then comes', async ({
  browser,
  venue,
  next,
  event,
  orma,
  path,
}) => {
  const context = await browser.newContext({ baseURL: venue.url })
  const page = await context.newPage()
  await page.goto(path)
  await whenControlled(page)
  const old = await currentAssets()
  const bytes = await downloadBytes(next, old)
  expect(bytes).toBeGreaterThan(150_000)
  await orma.restart(next)

  const cdp = await context.newCDPSession(page)
  const random = createSeededRandom(17)
  for (let time = 0; time < 20; time++) {
    venue.relay.set({ endAfterDownBytes: Math.floor(random.next() * bytes) })
    expect(['redundant', 'no script']).toContain(await updateWorker(page))
    // Each download begins anew: what came of the cut one would make the next one shorter.
    await forgetBut(page, old)
    await cdp.send('Network.clearBrowserCache')
    // Nor may the browser, which looks for a new worker with each page, have it come meanwhile.
    venue.relay.set({ refuse: true })
    await page.reload()
    await expect(page.locator('h1')).toHaveText(event.name)
    await expectWhole(page, { name: undefined, assets: old })
  }

  venue.relay.heal()
  expect(await updateWorker(page)).toBe('installed')
  await page.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
  await expectWhole(page, { name: 'next', assets: next.assets })
  await context.close()
})

/** What the worker of a release keeps, by address without the first slash. */
async function precachedFiles({ root }: Release): Promise<string[]> {
  const worker = await readFile(join(root, 'dist/sw.js'), 'utf8')
  return [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, url]) => url ?? '')
}

/** What goes over the line at least, with the worker itself, when who has the other files gets a release. */
async function downloadBytes(release: Release, others: readonly string[]): Promise<number> {
  const files = (await precachedFiles(release)).filter((file) => file.endsWith('.js'))
  const missing = files.filter((file) => !others.includes(`/${file}`))
  const sizes = ['sw.js', ...missing].map(
    async (file) => (await stat(join(release.root, `dist/${file}.br`))).size,
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** All that the page is made of belongs to one release. */
async function expectWhole(
  page: Page,
  { name, assets }: { name: string | undefined; assets: readonly string[] },
): Promise<void> {
  expect(await releaseOf(page)).toEqual({ html: name, script: name })
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
  )
  const foreign = loaded.filter((path) => /\.(js|css)$/.test(path) && path.startsWith('/assets/'))
  expect(foreign.filter((path) => !assets.includes(path))).toEqual([])
}

async function forgetBut(page: Page, assets: readonly string[]): Promise<void> {
  await page.evaluate(async (kept) => {
    const cache = await caches.open('orma-precache')
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url)
      if (pathname.startsWith('/assets/') && pathname.endsWith('.js') && !kept.includes(pathname)) {
        await cache.delete(url)
      }
    }
  }, assets)
}
