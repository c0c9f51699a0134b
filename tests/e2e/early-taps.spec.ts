import type { BrowserContext, Page } from '@playwright/test'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// Some of these are after the app's script has begun and before it has rendered.
const MOMENTS_MS = [50, 200, 350, 500]

test('a tab tapped before the app is there is shown @full', async ({ context, path }) => {
  for (const afterMs of MOMENTS_MS) {
    const page = await openSlowly(context)
    await page.addInitScript(tapOn, { what: 'nav a[href$="#timeline"]', afterMs })
    await page.goto(path)
    const reel = page.getByRole('link', { name: DEFAULT_PRODUCT.name, exact: true })
    await expect(reel).toHaveAttribute('aria-current')
    await expect(page).toHaveURL(`${path}#timeline`)
    await page.close()
  }
})

test('a photo tapped before the app is there is opened @full', async ({
  context,
  addPhotos,
  path,
}) => {
  const [post] = await addPhotos(3)
  for (const afterMs of MOMENTS_MS) {
    const page = await openSlowly(context)
    await page.addInitScript(tapOn, {
      what: `.feed-grid-tile a[href$="/post/${post?.id}"]`,
      afterMs,
    })
    await page.goto(path)
    await expect(page.locator(`article[data-post="${post?.id}"]`)).toBeVisible()
    await expect(page).toHaveURL(`${path}/post/${post?.id}`)
    await page.goBack()
    await expect(page.locator('li[data-post]')).toHaveCount(3)
    await page.close()
  }
})

test('who scrolls before the app is there stays where they are @full', async ({
  context,
  venue,
  event,
  owner,
  orma,
}) => {
  addManyPosts(orma, event, owner, 60)
  const app = Promise.withResolvers<void>()
  venue.gateway.judge(({ path }) =>
    /\/assets\/main-.*\.js$/.test(path) ? { hold: () => app.promise } : 'pass',
  )
  const page = await openSlowly(context)
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`/${event.event_hash}`, { waitUntil: 'commit' })
  await expect(page.locator('main[aria-busy] .feed-grid-tile').nth(11)).toBeAttached()
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 200), scrollY))).toBe(200)
  app.resolve()
  await expect(page.locator('li[data-post]').first()).toBeAttached()
  await page.evaluate(() => new Promise((seen) => requestIdleCallback(seen)))
  expect(await page.evaluate(() => scrollY)).toBe(200)
})

async function openSlowly(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** Runs in a page: taps something some time after the first look shows it. */
function tapOn({ what, afterMs }: { what: string; afterMs: number }): void {
  const wanted = () => document.querySelector<HTMLAnchorElement>(what)
  const looking = setInterval(() => {
    if (!wanted()) return
    clearInterval(looking)
    setTimeout(() => wanted()?.click(), afterMs)
  }, 5)
}
