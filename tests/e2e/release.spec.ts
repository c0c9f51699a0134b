import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createPreloads } from '../../server/http/route-chunks.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { currentAssets } from '../support/release.ts'
import type { Release } from '../support/release.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { releaseOf, test, updateWorker } from './release-fixtures.ts'
import {
  choose,
  expect,
  gallery,
  signIn,
  startParty,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

/** A deadline: a browser that is busy has the new worker wait for the old one. */
const TAKES_OVER_WITHIN_MS = 90_000

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

test('U8: the next release is built without a warning, and each file to keep is named once', async ({
  next,
}) => {
  // Built with the level at which only warnings are said, of the app, the worker and the kill switch.
  expect(next.output).toBe('')
  const urls = await precachedFiles(next)
  expect(urls.length).toBeGreaterThan(5)
  expect(new Set(urls).size).toBe(urls.length)
})

for (const serviceWorkers of ['allow', 'block'] as const) {
  const which = serviceWorkers === 'allow' ? 'with its worker' : 'without a worker'
  test(`U1: a page of the release before, ${which}, opens every screen of its own after the next one is deployed`, async ({
    browser,
    venue,
    next,
  }) => {
    const party = await startParty(venue)
    const post = await addPost(party, venue)
    const visits = []
    for (const screens of [GUEST_SCREENS, USER_SCREENS]) {
      const context = await browser.newContext({ serviceWorkers, baseURL: venue.url })
      if (screens === USER_SCREENS) await signIn(context, venue, party.guest)
      const watched = await openWatched(context, `/${party.event.event_hash}`)
      if (serviceWorkers === 'allow') await whenControlled(watched.page)
      // Without one the page does the worker's part, by a script that it asks for once.
      else await expect.poll(() => watched.loaded.join(' ')).toContain('upload-work')
      visits.push({ screens, context, ...watched })
    }

    await venue.orma.restart(next)
    const chunksOf = createPreloads(join(import.meta.dirname, '../../dist'))
    for (const { screens, context, page, missing, loaded } of visits) {
      // What was asked for while no server ran is another matter.
      missing.length = 0
      for (const screen of screens) {
        const path = screen
          .replace('{orma}', party.event.event_hash)
          .replace('{post}', String(post.id))
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

test('U3: a download of the next release that is cut, twenty times, leaves the old one whole; then it comes whole', async ({
  browser,
  venue,
  next,
}) => {
  const { event } = await startParty(venue)
  const context = await browser.newContext({ baseURL: venue.url })
  const page = await context.newPage()
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  const old = await currentAssets()
  const bytes = await downloadBytes(next, old)
  expect(bytes).toBeGreaterThan(150_000)
  await venue.orma.restart(next)

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

test('U2: a page where someone writes, and one with a choice of photos, keep both while another takes the next release', async ({
  browser,
  venue,
  next,
}) => {
  const party = await startParty(venue)
  const post = await addPost(party, venue)
  const context = await browser.newContext({ baseURL: venue.url })
  await signIn(context, venue, party.guest)
  const home = await context.newPage()
  await home.goto('/')
  await whenControlled(home)
  const writing = await context.newPage()
  await writing.goto(`/${party.event.event_hash}/post/${post.id}`)
  const words = writing.getByRole('textbox')
  await words.fill('What a lovely')
  const choosing = await context.newPage()
  await choosing.goto(`/${party.event.event_hash}/upload`)
  await choose(choosing, await gallery(2))

  await venue.orma.restart(next)
  await updateWorker(home)
  await home.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(home)).toEqual({ html: 'next', script: 'next' })

  // Nobody looks at them any more, which is when a page that is idle takes the next release by itself.
  for (const page of [writing, choosing]) await hide(page)
  await words.press('End')
  await words.pressSequentially(' evening')
  await expect(words).toHaveValue('What a lovely evening')
  await expect(choosing.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  for (const page of [writing, choosing]) {
    await expect(page.getByText(texts.offline.updateReady)).toBeHidden()
    expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })
  }

  await words.press('Enter')
  await uploadNow(choosing)
  for (const page of [writing, choosing]) await expectToGoOn(page)
  await expect.poll(async () => (await party.stored()).length).toBe(3)
  await expect(writing.getByText('What a lovely evening')).toBeVisible()
  await context.close()
})

test.describe('U4: a worker that throws as it starts', () => {
  test('is not installed: pages come from the network, the error is counted once a page, and who has an older one keeps it', async ({
    browser,
    venue,
    next,
  }) => {
    const { event } = await startParty(venue)
    const earlier = await browser.newContext({ baseURL: venue.url })
    const old = await earlier.newPage()
    await old.goto(`/${event.event_hash}`)
    await whenControlled(old)

    const file = join(next.root, 'dist/sw.js')
    const sound = await readFile(file)
    await writeFile(file, 'throw new Error("broken")')
    await rm(`${file}.br`)
    await venue.orma.restart(next)
    const context = await browser.newContext({ baseURL: venue.url })
    const page = await context.newPage()
    expect((await page.goto(`/${event.event_hash}`))?.status()).toBe(200)
    await expect(page.locator('h1')).toHaveText(event.name)
    await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
    await expect.poll(() => workerErrors(venue.orma)).toBe(1)
    await goWithin(page, '/login')
    await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect.poll(() => workerErrors(venue.orma)).toBe(2)
    await goWithin(page, `/${event.event_hash}`)
    await expect(page.locator('h1')).toHaveText(event.name)
    expect(await workerErrors(venue.orma)).toBe(2)

    expect(await updateWorker(old)).toBe('no script')
    venue.relay.set({ refuse: true })
    await old.reload()
    await expect(old.locator('h1')).toHaveText(event.name)
    await writeFile(file, sound)
    await context.close()
    await earlier.close()
  })

  test('goes, with all it kept but waiting photos, where the operator switches it off', async ({
    browser,
    venue,
  }) => {
    const party = await startParty(venue)
    const { event, guest, stored } = party
    const context = await browser.newContext({ baseURL: venue.url })
    await signIn(context, venue, guest)
    const page = await context.newPage()
    await page.goto(`/${event.event_hash}/upload`)
    await whenControlled(page)
    await choose(page, await gallery(2))

    await venue.orma.restart({ env: { SERVICE_WORKER: 'off' } })
    await page.reload()
    await expect.poll(() => workerAndCaches(page)).toEqual({ workers: 0, caches: [] })
    await page.reload()
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await uploadNow(page)
    await expect.poll(async () => (await stored()).length).toBe(2)
    expect(await workerAndCaches(page)).toEqual({ workers: 0, caches: [] })

    await venue.orma.restart({ env: {} })
    await page.reload()
    await whenControlled(page)
    await context.close()
  })
})

test.describe('a script that no server has any more', () => {
  for (const serviceWorkers of ['allow', 'block'] as const) {
    const which = serviceWorkers === 'allow' ? 'with its worker' : 'without a worker'
    test(`has a page ${which} load the newest release, once, and not where there is no network`, async ({
      browser,
      venue,
      next,
    }) => {
      const { event } = await startParty(venue)
      const context = await browser.newContext({ serviceWorkers, baseURL: venue.url })
      const page = await context.newPage()
      await page.goto(`/${event.event_hash}`)
      if (serviceWorkers === 'allow') await whenControlled(page)
      await expect(page.getByRole('banner')).toBeVisible()
      const entry = await page.locator('script[type=module]').getAttribute('src')

      venue.relay.set({ refuse: true })
      await goWithin(page, '/terms')
      await expect(page.getByText(texts.common.retry)).toBeVisible()
      expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })

      venue.relay.heal()
      await venue.orma.stop()
      await rm(join(venue.orma.dataDir, 'builds'), { recursive: true })
      await venue.orma.restart(next)
      await page.evaluate((path) => sessionStorage.setItem('reloaded_version', path), entry ?? '')
      await goWithin(page, '/privacy')
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

/** How many pages told the server that they could not have a worker. */
async function workerErrors({ url }: OrmaServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^orma_client_errors_total\{kind="worker"\} (\d+)$/m.exec(metrics)?.[1])
}

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

type Line = Parameters<typeof startParty>[0]

async function addPost({ event, guest }: Party, { client }: Line) {
  const [photo] = await gallery(1)
  if (!photo) throw new Error('the gallery is empty')
  const { body } = await client.upload(event, guest, photo.bytes)
  return client.whenProcessed(event, guest, body.post.id)
}

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

/** Goes to another screen as a link does, without loading the page anew. */
async function goWithin(page: Page, path: string): Promise<void> {
  // The first look, which may still be all there is, has no header and hears nothing.
  await expect(page.getByRole('banner')).toBeVisible()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Has the page ask for files; gives those that it could not have. */
function fetchAll(page: Page, assets: readonly string[]): Promise<string[]> {
  return page.evaluate(async (paths) => {
    const failed: string[] = []
    for (const path of paths) if (!(await fetch(path)).ok) failed.push(path)
    return failed
  }, assets)
}

/** A page that has become idle takes the next release by itself, or offers to. */
async function expectToGoOn(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: texts.offline.update })
  await expect
    .poll(
      async () => {
        if (await offer.isVisible()) await offer.click().catch(() => undefined)
        return releaseOf(page)
      },
      { timeout: TAKES_OVER_WITHIN_MS },
    )
    .toEqual({ html: 'next', script: 'next' })
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

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}

function workerAndCaches(page: Page) {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))
}
