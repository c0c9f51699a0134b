import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { texts } from '../../contract/texts.ts'
import { openAsOwner, openDownload, popup } from '../e2e/film-download-fixtures.ts'
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

test('the owner gets the film without a photo that is deleted while it is made', async ({
  page,
  context,
  orma,
}) => {
  test.slow()
  const { client, event, owner } = await openAsOwner(page, context, orma)
  const sent: FilmConfig[] = []
  await page.route(/\/render-video$/, async (route) => {
    const { HighlightsImages } = route.request().postDataJSON() as { HighlightsImages: FilmConfig }
    sent.push(HighlightsImages)
    if (sent.length > 1) return route.continue()
    const params = { event_hash: event.event_hash, page: '1' }
    const { body: posts } = await client.call(api.listPosts, { params })
    const [gone] = posts.filter(({ original_date }: Post) => original_date.startsWith('2026-11-05'))
    const deleted = { event_hash: event.event_hash, post_id: String(gone.id) }
    await client.call(api.deletePost, { params: deleted, token: owner.token })
    return route.continue()
  })
  const saved = page.waitForEvent('download', { timeout: 90_000 })
  await openDownload(page)
  await saved
  expect(sent.map(({ images }) => images.length)).toEqual([3, 2])
})
