import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect, gallery, signIn, startParty, test, whenControlled } from '../e2e/venue-fixtures.ts'
import type { JsonSocket } from '../support/engines/json-socket.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'

const HEAP_GROWTH_MAX = 30 * 1024 * 1024

test('Q21: four photos of 12 MB are kept, and not all carried by the worker', async ({ venue }) => {
  test.setTimeout(300_000)
  const { event, guest, storedHashes } = await startParty(venue)
  const photos = await gallery(4, 12_000)
  const folder = await mkdtemp(join(tmpdir(), 'orma-gallery-'))
  const files = photos.map(({ name }) => join(folder, name))
  for (const [at, { bytes }] of photos.entries()) await writeFile(files[at]!, bytes)
  const browser = await createKillableBrowser()
  try {
    const context = await browser.open()
    await signIn(context, venue, guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    const heap = await watchWorkerHeap(await browser.protocol(), venue.url)
    venue.relay.set({ refuse: true })
    await handOver(await context.newCDPSession(page), files)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(4)

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

/** As the picker does: the page gets the files by name, and reads them itself. */
async function handOver(cdp: CDPSession, files: string[]): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument')
  const selector = 'input[type=file]'
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await cdp.send('DOM.setFileInputFiles', { files, nodeId })
}

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
