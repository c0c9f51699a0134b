import { readFile } from 'node:fs/promises'
import type { Request, Route } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { openAsOwner, openDownload, popup } from './film-download-fixtures.ts'
import { weekend } from './film-fixtures.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, readToken, signIn } from './people.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

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

test('the owner gets the film of the photos that are left where one is deleted while it is made, and reads that there is none where all are deleted', async ({
  page,
  context,
  orma,
}) => {
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

test('a film whose making is ended on another device of the owner’s is made all the same @full', async ({
  page,
  context,
  orma,
}) => {
  test.slow()
  await openAsOwner(page, context, orma)
  const saved = page.waitForEvent('download', { timeout: 420_000 })
  const ended = { success: false, error: texts.server.renderCancelled, code: 'render_cancelled' }
  await page.route('**/render-video', (route) => route.fulfill({ status: 409, json: ended }), {
    times: 2,
  })
  await openDownload(page)
  await saved
  await expect(popup(page).getByText(highlights.downloading)).toBeVisible()
})

function imagesOf(request: Request): unknown[] {
  return request.postDataJSON().HighlightsImages.images
}

test('a guest is told to log in, does so, and the download goes on: it is the owner’s alone', async ({
  page,
  orma,
}) => {
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

test('a proxy’s page does not say that the day has no film, and its owner can try again', async ({
  page,
  context,
  orma,
}) => {
  await openAsOwner(page, context, orma)
  await expect(page.getByRole('button', { name: highlights.download })).toBeVisible()
  const answer = (status: number) => (route: Route) =>
    route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' })
  await page.route(/\/config$/, answer(404))
  await page.route('**/render-video', answer(403))
  await openDownload(page)
  const failed = page.getByRole('dialog', { name: highlights.errorTitle(403) })
  // The request is made three times, two seconds apart.
  await expect(failed.getByRole('alert')).toHaveText(highlights.renderForbidden, {
    timeout: 30_000,
  })
  await page.unroute('**/render-video')
  await failed.getByRole('button', { name: common.retry }).tap()
  await expect(popup(page).getByText(highlights.preparing)).toBeVisible()
  await popup(page).getByRole('button', { name: common.cancel }).tap()
})

test('a film that is ready and that a proxy does not give is given up after some times, to be tried again', async ({
  page,
  context,
  orma,
}) => {
  await openAsOwner(page, context, orma)
  await expect(page.getByRole('button', { name: highlights.download })).toBeVisible()
  await page.route('**/render', (route) =>
    route.fulfill({ json: { state: 'ready', percent: 100 } }),
  )
  await page.route('**/render-video', (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await openDownload(page)
  const failed = page.getByRole('dialog', { name: highlights.errorTitle(503) })
  await expect(failed.getByRole('alert')).toHaveText(highlights.renderRefused(503), {
    timeout: 40_000,
  })
  await expect(failed.getByRole('button', { name: common.retry })).toBeVisible()
})

test('an owner whose session is over signs in again, and the download goes on @full', async ({
  page,
  context,
  orma,
}) => {
  const owner = newGuest('Olga Owner')
  await page.goto('/profile')
  await signIn(page, orma, owner)
  const token = await readToken(context)
  const client = createApiClient(orma)
  const { user } = (await client.call(api.verifySession, { token })).body
  const { film } = await weekend(orma, { token, user })
  await page.goto(film)
  await expect(page.getByRole('button', { name: highlights.download })).toBeVisible()
  await client.call(api.logout, { token })
  await openDownload(page)
  await page.getByRole('button', { name: texts.loginPrompt.login }).tap()
  await signIn(page, orma, owner)
  await expect(page).toHaveURL(film)
  await expect(popup(page).getByText(highlights.preparing)).toBeVisible()
  await popup(page).getByRole('button', { name: common.cancel }).tap()
})

test('closing the popup leaves the work going on, cancelling ends it @full', async ({
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
