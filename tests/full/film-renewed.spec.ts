import type { FilmConfig } from '../../contract/film-config.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { controls, openAsOwner, popup } from '../e2e/film-fixtures.ts'
import { expect, test } from '../e2e/fixtures.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

test('a photo that comes while a film plays is in its download', async ({
  page,
  context,
  orma,
}) => {
  const { client, event, owner } = await openAsOwner(page, context, orma)
  await expect(controls(page)).toContainText(texts.event.photoCount(3))
  const heard = page.waitForResponse(/\/highlight\/2026-11-05$/)
  const photo = await makePhoto({ width: 720, height: 960, seed: 9, takenAt: null })
  const fields = { original_date: '2026-11-05T19:30:00+01:00', timezone: 'Europe/Berlin' }
  const { body } = await client.upload(event, owner, photo, { fields })
  await client.whenProcessed(event, owner, body.post.id)
  // By live news of it.
  await heard
  await expect(controls(page)).toContainText(texts.event.photoCount(3))
  const asked = page.waitForRequest(/\/render-video$/)
  // Its controls have gone meanwhile.
  await page.getByRole('button', { name: highlights.download }).press('Enter')
  const { HighlightsImages } = (await asked).postDataJSON() as { HighlightsImages: FilmConfig }
  expect(HighlightsImages.images).toHaveLength(4)
  await expect(controls(page)).toContainText(texts.event.photoCount(4))
  await popup(page).getByRole('button', { name: common.cancel }).tap()
})
