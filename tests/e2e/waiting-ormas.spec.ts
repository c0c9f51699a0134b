import { readFile } from 'node:fs/promises'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { sha256Of } from '../support/sized-photos.ts'
import { violationsOf } from './axe.ts'
import { deleteOrma } from './owner-acts.ts'
import { choose, expect, gallery, openUpload, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const { upload } = texts

test('a deleted Orma leads to the photos that waited, and gives them back', async ({
  page,
  venue,
}) => {
  const { event, owner } = await openUpload(page, venue)
  const photos = await gallery(2)
  await choose(page, photos.slice(0, 1))
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(upload.waitingForSignal)).toBeVisible()
  await choose(page, photos.slice(1), 2)
  await deleteOrma(venue, event, owner)
  venue.heal()
  await page.goto(`/${event.event_hash}`)
  await expect(page.getByText(texts.event.gone)).toBeVisible()
  // "Slideshow" has these letters as well.
  await page.getByRole('link', { name: new RegExp(`\\. ${texts.offline.showWaiting}$`) }).click()

  const expectGone = async () => {
    await expect(page.getByRole('heading', { name: upload.ormaGone })).toBeVisible()
    await expect(page.getByText(upload.ormaGoneDetail(2))).toBeVisible()
    await expect(page.getByRole('button', { name: upload.saveToPhone })).toHaveCount(2)
    for (const name of [upload.uploadNow, upload.retry]) {
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    }
    await expect(page.getByLabel(upload.choose)).toHaveCount(0)
    await expect(page.getByText(upload.failed)).toHaveCount(0)
  }
  await expectGone()
  expect(await violationsOf(page)).toEqual([])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: upload.saveToPhone }).first().click()
  const saved = await readFile(await (await saving).path())
  expect(photos.map(({ sha256 }) => sha256)).toContain(sha256Of(saved))
  venue.relay.set({ refuse: true })
  await page.reload()
  await expectGone()
})
