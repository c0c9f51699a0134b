import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { texts } from '../../contract/texts.ts'
import { handOver } from '../e2e/chosen-videos.ts'
import { expect, gallery, enter, startParty, test, whenControlled } from '../e2e/venue-fixtures.ts'
import type { JsonSocket } from '../support/engines/json-socket.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'

const SAVED_WITHIN_MS = 3000
const LONGEST_TASK_MS = 200
const HEAP_GROWTH_MAX = 30 * 1024 * 1024

declare global {
  interface Window {
    /** Milliseconds of the longest task of the main thread. */
    longestTask: number
  }
}

test('Q21: four photos of 12 MB are kept at once, and nothing stands still', async ({ venue }) => {
  test.setTimeout(300_000)
  const { event, guest, storedHashes } = await startParty(venue)
  const photos = await gallery(4, 12_000)
  const folder = await mkdtemp(join(tmpdir(), 'orma-gallery-'))
  const files = photos.map(({ name }) => join(folder, name))
  for (const [at, { bytes }] of photos.entries()) await writeFile(files[at]!, bytes)
  const browser = await createKillableBrowser()
  try {
    const context = await browser.open()
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    const heap = await watchWorkerHeap(await browser.protocol(), venue.url)
    venue.relay.set({ refuse: true })
    await page.evaluate(() => {
      const observer = new PerformanceObserver((list) => {
        const tasks = list.getEntries().map(({ duration }) => duration)
        window.longestTask = Math.max(window.longestTask, ...tasks)
      })
      observer.observe({ type: 'longtask' })
    })
    const cdp = await context.newCDPSession(page)
    let longest = Infinity
    // A machine that is busy with something else makes every task longer.
    for (let tries = 0; tries < 3 && longest >= LONGEST_TASK_MS; tries += 1) {
      const chosen = page.getByRole('listitem').getByRole('button')
      while ((await chosen.count()) > 0) await chosen.first().click()
      await page.evaluate(() => {
        window.longestTask = 0
      })
      await handOver(cdp, files)
      await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4, {
        timeout: SAVED_WITHIN_MS,
      })
      await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(4)
      longest = await page.evaluate(() => window.longestTask)
    }
    expect(longest).toBeLessThan(LONGEST_TASK_MS)

    const before = await heap()
    let most = 0
    await page.getByRole('button', { name: texts.upload.uploadNow }).click()
    venue.relay.set({ upBytesPerSecond: 4_000_000 })
    await expect
      .poll(
        async () => {
          most = Math.max(most, (await heap()) - before)
          return storedHashes()
        },
        { timeout: 120_000, intervals: [100] },
      )
      .toEqual(photos.map(({ sha256 }) => sha256))
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(HEAP_GROWTH_MAX)
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

interface Usage {
  usedSize: number
  embedderHeapUsedSize?: number
  backingStorageSize?: number
}

/** Gives what tells how much the worker of this origin holds: its objects and the bytes behind them. */
async function watchWorkerHeap(socket: JsonSocket, origin: string): Promise<() => Promise<number>> {
  const { targetInfos } = await socket.call<{
    targetInfos: { targetId: string; type: string; url: string }[]
  }>('Target.getTargets')
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.startsWith(origin),
  )
  const { sessionId } = await socket.call<{ sessionId: string }>('Target.attachToTarget', {
    targetId: worker?.targetId,
    flatten: true,
  })
  return async () => {
    // What it holds, not what it has let go of already.
    await socket.call('HeapProfiler.collectGarbage', {}, { sessionId })
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await socket.call<Usage>(
      'Runtime.getHeapUsage',
      {},
      { sessionId },
    )
    return usedSize + (embedderHeapUsedSize ?? 0) + (backingStorageSize ?? 0)
  }
}
