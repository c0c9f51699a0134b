import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { canMount, mountSmallDisk } from '../support/full-disk.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'

const DISK_MB = 200
/** Too little for a photo. */
const LEFT_BYTES = 256 * 1024

test('Q16: on a full disk a photo goes up from memory, never called saved', async ({ venue }) => {
  test.skip(!canMount(), 'only root may mount a disk')
  const disk = mountSmallDisk(await mkdtemp(join(tmpdir(), 'orma-disk-')), DISK_MB)
  const { event, guest, storedHashes } = await startParty(venue)
  const [kept, ...photos] = await gallery(3, 900)
  const browser = await createKillableBrowser({ place: disk.folder })
  try {
    const context = await browser.open()
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    await choose(page, [kept!])
    disk.fill(LEFT_BYTES)
    const files = photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
    await page.locator('input[type=file]').setInputFiles(files)
    const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    const unsaved = page.getByRole('listitem').filter({ hasText: texts.upload.notSaved })
    await expect(unsaved).toHaveCount(2)
    await expect(page.getByText(texts.upload.savedOnPhone, { exact: true })).toHaveCount(1)

    await uploadNow(page)
    await expect
      .poll(async () => new Set(await storedHashes()))
      .toEqual(new Set([kept!, ...photos].map(({ sha256 }) => sha256)))
    await expect(page.getByText(texts.upload.progress(3, 3))).toBeVisible()
    expect(await storedHashes()).toHaveLength(3)
  } finally {
    await browser.close()
    disk.remove()
  }
})
