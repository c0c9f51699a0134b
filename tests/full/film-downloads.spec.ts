import type { FilmConfig } from '../../contract/film-config.ts'
import { texts } from '../../contract/texts.ts'
import { openAsOwner, openDownload, popup } from '../e2e/film-fixtures.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'

const { highlights } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

test('the film is shared as a file where possible, never as a link', async ({
  page,
  context,
  orma,
}) => {
  test.slow()
  await context.addInitScript(() => {
    navigator.canShare = (data) => data?.files?.length === 1
    navigator.share = async (data) => {
      const [file] = data?.files ?? []
      document.title = JSON.stringify([Object.keys(data ?? {}), file?.name, file?.type])
    }
  })
  await openAsOwner(page, context, orma)
  await openDownload(page)
  await popup(page).getByRole('button', { name: highlights.shareFile }).tap({ timeout: 90_000 })
  await expect(page).toHaveTitle('[["files"],"Highlights-2026-11-05.mp4","video/mp4"]')
})

test('a request cut while the film is made is repeated, and joins that work', async ({
  page,
  context,
  orma,
}) => {
  test.slow()
  await openAsOwner(page, context, orma)
  const sent: FilmConfig[] = []
  await page.route(/\/render-video$/, async (route) => {
    const { HighlightsImages } = route.request().postDataJSON() as { HighlightsImages: FilmConfig }
    sent.push(HighlightsImages)
    if (sent.length > 1) return route.continue()
    // The server has heard it; nobody hears the answer.
    void route.fetch({ timeout: 90_000 }).catch(() => undefined)
    await page.waitForResponse(/\/render$/)
    await route.abort('connectionreset')
  })
  const saved = page.waitForEvent('download', { timeout: 90_000 })
  await openDownload(page)
  await saved
  expect(sent.length).toBeGreaterThan(1)
  expect(sent.every((config) => JSON.stringify(config) === JSON.stringify(sent[0]))).toBe(true)
})
