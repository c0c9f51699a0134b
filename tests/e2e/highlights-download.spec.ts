import { readFile } from 'node:fs/promises'
import type { Request, Route } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { openAsOwner, openDownload, popup } from './film-download-fixtures.ts'
import { weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

// Specification: 2.100, 3.9, 4.32, 7.24
test('the owner’s popup says how far the film is, and gives it', async ({
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
  const saved = page.waitForEvent('download', { timeout: 420_000 })
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
  // Pressed once more, the button gives it once more.
  await popup(page).getByRole('button', { name: common.close }).tap()
  const onceMore = page.waitForEvent('download')
  await openDownload(page)
  expect(await readFile(await (await onceMore).path())).toEqual(film)
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

test('a film loses the photos deleted while it is made @full', async ({ page, context, orma }) => {
  test.slow()
  const { client, event, owner } = await openAsOwner(page, context, orma)
  const params = { event_hash: event.event_hash }
  const { body: posts } = await client.call(api.listPosts, { params: { ...params, page: '1' } })
  // The newest one is of the day after.
  const [, ...ofDay] = posts as Post[]
  const remove = async ({ id }: Post) => {
    const of = { ...params, post_id: String(id) }
    expect((await client.call(api.deletePost, { params: of, token: owner.token })).status).toBe(204)
  }
  // Made twice, once with each photo and once without the one.
  const saved = page.waitForEvent('download', { timeout: 420_000 })
  const asked = page.waitForRequest((request) => request.url().endsWith('/render-video'))
  await openDownload(page)
  expect(imagesOf(await asked)).toHaveLength(3)
  // The server is at work.
  await remove(ofDay[0]!)
  await saved
  await expect(popup(page).getByText(highlights.downloading)).toBeVisible()

  await page.reload()
  // The film that is there already would be given at once.
  const removeBefore = async (route: Route) => {
    expect(imagesOf(route.request())).toHaveLength(2)
    for (const post of ofDay.slice(1)) await remove(post)
    await route.continue()
  }
  await page.route('**/render-video', removeBefore, { times: 1 })
  await openDownload(page)
  const failed = page.getByRole('dialog', { name: highlights.errorTitle(404) })
  await expect(failed.getByRole('alert')).toHaveText(highlights.none)
})

function imagesOf(request: Request): unknown[] {
  return request.postDataJSON().HighlightsImages.images
}

test('a guest logs in for the download, which is the owner’s alone', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.goto(film)
  await openDownload(page)
  const refused = page.getByRole('dialog', { name: highlights.errorTitle(401) })
  await expect(refused.getByText(highlights.renderUnauthorized)).toBeVisible()
  await expect(refused.getByRole('button', { name: common.retry })).toBeHidden()
  await refused.getByRole('button', { name: texts.loginPrompt.login }).tap()
  await signIn(page, orma, newGuest('Gina Guest'))
  await expect(page).toHaveURL(film)
  const forbidden = page.getByRole('dialog', { name: highlights.errorTitle(403) })
  await expect(forbidden.getByText(highlights.renderForbidden)).toBeVisible()
  await expect(forbidden.getByRole('button', { name: common.retry })).toBeHidden()
  await forbidden.getByRole('button', { name: common.close }).tap()
  await page.reload()
  await expect(page.getByRole('button', { name: highlights.download })).toBeVisible()
  await expect(forbidden).toBeHidden()
})

// Specification: 4.32
test('closing the popup lets the work go on, cancelling ends it @full', async ({
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
