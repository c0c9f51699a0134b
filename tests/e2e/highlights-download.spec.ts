import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { violationsOf } from './axe.ts'
import { weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

const openDownload = (page: Page) => page.getByRole('button', { name: highlights.download }).tap()
const popup = (page: Page) => page.getByRole('dialog', { name: highlights.download })

/** Opens the film of a weekend's first day as the Orma's owner. */
async function openAsOwner(page: Page, context: BrowserContext, orma: OrmaServer) {
  const party = await weekend(orma)
  await context.addCookies([{ name: TOKEN_COOKIE, value: party.owner.token, url: orma.url }])
  await page.goto(party.film)
  return party
}

test('the owner’s popup says how far the film is, then that it downloads by itself, and gives it by hand as well', async ({
  page,
  context,
  orma,
}) => {
  // Rendering takes its time on a busy machine.
  test.slow()
  await openAsOwner(page, context, orma)
  const percents = new Set<number>()
  page.on('response', (response) => {
    if (response.url().endsWith('/render') && response.ok()) {
      void response.json().then(({ percent }: { percent: number }) => percents.add(percent))
    }
  })
  const saved = page.waitForEvent('download', { timeout: 90_000 })
  await openDownload(page)
  await expect(popup(page).getByText(highlights.preparing)).toBeVisible()
  await expect(popup(page).getByRole('progressbar', { name: highlights.preparing })).toBeVisible()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Highlights-2026-11-05.mp4')
  const film = await readFile(await download.path())
  expect(film.subarray(4, 8).toString()).toBe('ftyp')
  expect([...percents].every((percent) => percent >= 0 && percent <= 100)).toBe(true)
  const link = popup(page).getByRole('link', { name: highlights.downloadByHand })
  await expect(link).toHaveAttribute('download', 'Highlights-2026-11-05.mp4')
  await expect(popup(page).getByText(highlights.downloading)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const again = page.waitForEvent('download')
  await link.tap()
  expect(await readFile(await (await again).path())).toEqual(film)
  // It is played here as it will be elsewhere.
  const seconds = await page.evaluate(async (bytes) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(
      new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]),
    )
    await new Promise((resolve, reject) => {
      video.addEventListener('loadeddata', resolve)
      video.addEventListener('error', () => reject(new Error(video.error?.message)))
      video.src = url
    })
    return video.duration
  }, film.toString('base64'))
  expect(seconds).toBeGreaterThan(5)
})

test('the film is shared as a file where the phone can, and never as a link', async ({
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

test('a request that is cut while the film is made is made anew and joins the same work', async ({
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

test('where a photo of the film is deleted while it is made, the owner gets the film that the day has then', async ({
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

test('closing the popup leaves the work going on, cancelling ends it', async ({
  page,
  context,
  orma,
}) => {
  const { client, event, owner } = await openAsOwner(page, context, orma)
  const { event_hash } = event
  const params = { event_hash, product: 'reel', id: '2026-11-05' }
  const state = async () =>
    (await client.call(api.getRender, { params, token: owner.token })).body.state
  await openDownload(page)
  await expect.poll(state).toMatch(/waiting|rendering/)
  await popup(page).getByRole('button', { name: common.close }).tap()
  await expect(popup(page)).toBeHidden()
  await openDownload(page)
  await popup(page).getByRole('button', { name: common.cancel }).tap()
  await expect(popup(page)).toBeHidden()
  await expect.poll(state).toBe('idle')
})
