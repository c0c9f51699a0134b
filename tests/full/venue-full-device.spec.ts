import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import {
  choose,
  expect,
  gallery,
  enter,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'
import { keptBytes } from '../e2e/offline-fixtures.ts'
import { canMount, mountSmallDisk } from '../support/full-disk.ts'
import type { SmallDisk } from '../support/full-disk.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import type { Venue } from '../support/venue.ts'

const DISK_MB = 200
/** Too little for a photo. */
const LEFT_BYTES = 256 * 1024
const PICTURES_BYTES = 8_000_000

test('Q16: on a full disk a photo goes up from memory, never called saved', async ({ venue }) => {
  test.skip(!canMount(), 'only root may mount a disk')
  await onSmallDisk(venue, async ({ page, disk, storedHashes }) => {
    const [kept, ...photos] = await gallery(3, 900)
    await choose(page, [kept!])
    disk.fill(LEFT_BYTES)
    const files = photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
    await page.locator('input[type=file]').setInputFiles(files)
    const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    const unsaved = page.getByRole('listitem').filter({ hasText: texts.upload.notSaved })
    await expect(unsaved).toHaveCount(2)
    await expect(page.getByText(texts.upload.notSentYet)).toHaveCount(1)

    await uploadNow(page)
    await expect
      .poll(async () => new Set(await storedHashes()))
      .toEqual(new Set([kept!, ...photos].map(({ sha256 }) => sha256)))
    await expect(page.getByText(texts.upload.progress(3, 3))).toBeVisible()
    expect(await storedHashes()).toHaveLength(3)
  })
})

test('Q16: on a full disk cached pictures make room for chosen photos', async ({ venue }) => {
  test.skip(!canMount(), 'only root may mount a disk')
  await onSmallDisk(venue, async ({ page, disk, event, storedHashes }) => {
    await page.evaluate(cachePictures, event.event_hash)
    expect(await keptBytes(page, event.event_hash)).toBeGreaterThan(PICTURES_BYTES - 1)
    disk.fill(LEFT_BYTES)
    const photos = await gallery(2, 900)
    await choose(page, photos)
    expect(await keptBytes(page, event.event_hash)).toBe(0)
    await uploadNow(page)
    await expect.poll(storedHashes).toHaveLength(2)
  })
})

/** In the page: as after a visit of an Orma with many photos. */
async function cachePictures(event_hash: string): Promise<void> {
  const cache = await caches.open(`orma-images/${event_hash}`)
  const headers = { 'content-type': 'image/webp', 'content-length': '1000000' }
  for (let at = 0; at < 8; at++)
    await cache.put(`/media/${at}/thumb.webp`, new Response(new Uint8Array(1_000_000), { headers }))
}

interface Device extends Party {
  page: Page
  disk: SmallDisk
}

/** A guest on the upload screen, in a browser whose profile lies on a small disk. */
async function onSmallDisk(venue: Venue, work: (device: Device) => Promise<void>): Promise<void> {
  const disk = mountSmallDisk(await mkdtemp(join(tmpdir(), 'orma-disk-')), DISK_MB)
  const party = await startParty(venue)
  const browser = await createKillableBrowser({ place: disk.folder })
  try {
    const context = await browser.open()
    await enter(context, party.guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${party.event.event_hash}/upload`)
    await whenControlled(page)
    await work({ ...party, page, disk })
  } finally {
    await browser.close()
    disk.remove()
  }
}
