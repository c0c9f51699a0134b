import type { CDPSession, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { SLIDESHOW } from '../../contract/limits.ts'
import { MOODS } from '../../src/features/slideshow/moods.ts'
import { watchAwake } from '../e2e/awake.ts'
import { expect, test, whenControlled } from '../e2e/venue-fixtures.ts'
import { makePhoto } from '../support/photos.ts'

/** What a mood shows until memory is looked at first, and after that: with a photo that comes and one that goes each few views. */
const EARLY_VIEWS = 40
const VIEWS = 600
const VIEWS_EACH_PHOTO = 5
const PHOTOS = 30

test.use({ viewport: { width: 1440, height: 900 } })

/** Counts what has been on the screen one after the other, and notes photos that were there twice at a time. */
function watchViews(): void {
  let last = ''
  new MutationObserver(() => {
    const view = document.querySelector('main > div:not([aria-hidden]):has(figure)')
    const tiles = [...document.querySelectorAll('.photo-wall-tile')]
    const images = view
      ? [...view.querySelectorAll('img')]
      : tiles.flatMap((tile) => tile.querySelector<HTMLImageElement>('img:last-of-type') ?? [])
    const shown = images.map(({ src }) => new URL(src).pathname)
    if (shown.length === 0 || shown.join() === last) return
    last = shown.join()
    const { dataset } = document.documentElement
    dataset['views'] = String(Number(dataset['views'] ?? 0) + 1)
    if (new Set(shown).size !== shown.length) dataset['twice'] = last
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['src'],
  })
}

/** Lets fake time pass until so many more views have been on the screen. */
async function runViews(page: Page, count: number): Promise<void> {
  const seen = () => page.evaluate(() => Number(document.documentElement.dataset['views'] ?? 0))
  const end = (await seen()) + count
  await expect(async () => {
    await page.clock.runFor(SLIDESHOW.cycleMs)
    expect(await seen()).toBeGreaterThanOrEqual(end)
  }).toPass({ timeout: 600_000, intervals: [0] })
}

/** What stays in memory once all that can go is gone. */
async function kept(cdp: CDPSession): Promise<{ nodes: number; listeners: number; heap: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Infinity
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    heap: value('JSHeapUsedSize'),
  }
}

for (const mood of MOODS) {
  test(`the mood ${mood} does not grow while photos come and go`, async ({
    page,
    context,
    venue,
    event,
    owner,
    client,
    path,
  }) => {
    test.setTimeout(2_400_000)
    const ids: number[] = []
    const come = async () => {
      const isTall = ids.length % 3 === 0
      const [width, height] = isTall ? [480, 640] : [640, 480]
      const photo = await makePhoto({ width, height, orientation: 1, seed: ids.length % 40 })
      ids.push((await client.addPhoto(event, owner, photo)).id)
    }
    for (let count = 0; count < PHOTOS; count += 1) await come()
    await page.clock.install()
    await page.addInitScript(watchViews)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    await page.goto(`${path}/slideshow?start&mood=${mood}`)
    await expect(page.locator('main img').first()).toBeVisible()

    await runViews(page, EARLY_VIEWS)
    const early = await kept(cdp)
    for (let views = 0; views < VIEWS; views += VIEWS_EACH_PHOTO) {
      await come()
      const params = { event_hash: event.event_hash, post_id: ids.at(-PHOTOS - 1)! }
      await client.call(api.deletePost, { params, token: owner.token })
      await runViews(page, VIEWS_EACH_PHOTO)
    }
    const late = await kept(cdp)
    console.log(`${mood}, early: ${JSON.stringify(early)}, late: ${JSON.stringify(late)}`)
    expect(late.nodes).toBeLessThan(early.nodes * 1.5)
    expect(late.listeners).toBeLessThan(early.listeners * 1.5)
    expect(late.heap).toBeLessThan(early.heap * 1.5)
    expect(await page.evaluate(() => document.documentElement.dataset['twice'])).toBe(undefined)

    venue.relay.set({ refuse: true })
    await runViews(page, 20)
  })
}

test('the wall goes on without its server, and starts without a network', async ({
  page,
  venue,
  orma,
  event,
  owner,
  client,
  addPhotos,
  path,
}) => {
  const heldAwake = await watchAwake(page)
  await addPhotos(3)
  const photos = page.getByRole('figure')
  await page.goto(`${path}/slideshow?start`)
  await whenControlled(page)
  await expect(photos).toHaveCount(2)
  const first = await photos.first().getByRole('img').getAttribute('src')
  await orma.kill9()
  await expect(photos.first().getByRole('img')).not.toHaveAttribute('src', first!)
  await orma.restart()
  const isShown = async () => {
    const { image_url } = await client.addPhoto(event, owner, await makePhoto({ seed: 7 }))
    await expect(page.locator(`main img[src="${image_url}"]`)).toBeVisible({ timeout: 60_000 })
  }
  await isShown()

  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(photos).toHaveCount(2)
  await expect.poll(heldAwake).toBe(1)
  venue.heal()
  await isShown()
})
