import type { CDPSession, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { SLIDESHOW } from '../../contract/limits.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from '../e2e/venue-fixtures.ts'

const TURNS = 2_000
const PHOTOS = 7

test.use({ viewport: { width: 1440, height: 900 } })

/** Lets fake time pass until so many views have been on the wall since the page was opened. */
async function runTurns(page: Page, count: number): Promise<void> {
  await expect(async () => {
    const seen = await page.evaluate(() => Number(document.documentElement.dataset['turns'] ?? 0))
    for (let turn = seen; turn < count; turn += 1) await page.clock.runFor(SLIDESHOW.cycleMs)
    expect(seen).toBeGreaterThanOrEqual(count)
  }).toPass({ timeout: 1_800_000 })
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

test('the wall runs through 2,000 views without growing, and without a network', async ({
  page,
  context,
  venue,
  event,
  owner,
  client,
  path,
}) => {
  test.setTimeout(2_400_000)
  for (let seed = 1; seed <= PHOTOS; seed += 1) {
    const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed })
    const { body } = await client.upload(event, owner, photo)
    await client.whenProcessed(event, owner, body.post.id)
  }
  await page.clock.install()
  await page.addInitScript(() => {
    const views = new WeakSet<Element>()
    new MutationObserver(() => {
      const view = document.querySelector('figure')?.parentElement
      if (!view || views.has(view)) return
      views.add(view)
      const { dataset } = document.documentElement
      dataset['turns'] = String(Number(dataset['turns'] ?? 0) + 1)
    }).observe(document, { subtree: true, childList: true })
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(`${path}/slideshow`)
  await page.getByRole('button', { name: texts.slideshow.start }).click()
  await expect(page.getByRole('figure')).toHaveCount(2)

  await runTurns(page, 100)
  const early = await kept(cdp)
  await runTurns(page, TURNS)
  const late = await kept(cdp)
  console.log(`after 100 views: ${JSON.stringify(early)}; after ${TURNS}: ${JSON.stringify(late)}`)
  expect(late.nodes).toBeLessThan(early.nodes * 1.5)
  expect(late.listeners).toBeLessThan(early.listeners * 1.5)
  expect(late.heap).toBeLessThan(early.heap * 1.5)
  await expect(page.getByRole('figure')).toHaveCount(2)

  venue.relay.set({ refuse: true })
  await runTurns(page, TURNS + 20)
  await expect(page.getByRole('figure')).toHaveCount(2)
})
