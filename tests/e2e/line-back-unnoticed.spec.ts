import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WORKER_CHANNEL } from '../../contract/worker-messages.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { isUpload } from '../support/gateway.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** Has what waits for the network wait for 20 s, as after many tries; nothing is sent meanwhile. */
async function growWaits(page: Page): Promise<void> {
  await page.evaluate(() =>
    navigator.locks.request('orma-upload', async () => {
      const opening = indexedDB.open('orma-outbox')
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const transaction = opening.result.transaction('items', 'readwrite')
      const photos = transaction.objectStore('items')
      const reading = photos.getAll()
      await new Promise((resolve) => reading.addEventListener('success', resolve))
      const waitMs = 20_000
      for (const photo of reading.result as { reasonCode: string | null }[]) {
        if (photo.reasonCode === null) continue
        photos.put({ ...photo, attempts: 6, waitMs, nextAt: Date.now() + waitMs })
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      opening.result.close()
    }),
  )
  await page.evaluate((name) => {
    const channel = new BroadcastChannel(name)
    channel.postMessage({ type: 'UPLOADS_CHANGED' })
    channel.close()
  }, WORKER_CHANNEL)
}

test('who will not wait has the photos tried at once @full', async ({ page, venue }) => {
  await openUpload(page, venue)
  await choose(page, await gallery(2))
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-before' : 'pass'))
  await uploadNow(page)
  const button = page.getByRole('main').getByRole('button', { name: texts.upload.retry })
  await expect(button).toHaveCount(1)
  // Nothing is heard that would have them tried without being asked to.
  venue.gateway.judge(() => 'reset-before')
  await growWaits(page)
  const before = venue.gateway.uploads().length
  await button.click()
  await expect.poll(() => venue.gateway.uploads().length).toBeGreaterThan(before)
  venue.heal()
  // That try fails: the next one by itself is a minute away at most.
  await expect(async () => {
    if ((await button.count()) > 0) await button.click()
    await expect(button).toHaveCount(0, { timeout: 3000 })
  }).toPass()
})
