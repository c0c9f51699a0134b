import type { FilmConfig } from '../../contract/film-config.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { openAsOwner, openDownload, popup } from './film-download-fixtures.ts'
import { controls, pauseButton, weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

test('a film that is opened again at once has the music that was chosen meanwhile', async ({
  page,
  orma,
}) => {
  const { path, setMusic } = await weekend(orma)
  await page.goto(`${path}#reel`)
  const card = page.getByRole('list', { name: texts.event.highlights }).getByRole('link').first()
  const sound = page.getByRole('button', { name: highlights.sound })
  await card.tap()
  await expect(pauseButton(page)).toBeVisible()
  await expect(sound).toBeHidden()
  await page.goBack()
  await expect(card).toBeVisible()
  await setMusic('calm')
  await card.tap()
  await expect(sound).toBeVisible()
})

test('a photo that comes while a film plays leaves it as it is, and is in the film that is downloaded then', async ({
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

test('a film that was downloaded is given again soon where the server does not answer, also after that was cancelled', async ({
  page,
  context,
  orma,
}) => {
  // Rendering takes its time on a busy machine.
  test.slow()
  await openAsOwner(page, context, orma)
  let renders = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/render-video')) renders += 1
  })
  const saved = page.waitForEvent('download', { timeout: 420_000 })
  await openDownload(page)
  await saved
  await popup(page).getByRole('button', { name: common.close }).tap()
  await page.route(/\/config$/, () => undefined)
  await openDownload(page)
  await popup(page).getByRole('button', { name: common.cancel }).tap()
  await expect(popup(page)).toBeHidden()
  const again = page.waitForEvent('download', { timeout: 15_000 })
  await openDownload(page)
  await again
  expect(renders).toBe(1)
})
