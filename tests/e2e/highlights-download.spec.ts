import { readFile } from 'node:fs/promises'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { violationsOf } from './axe.ts'
import { openAsOwner, openDownload, popup, weekend } from './film-fixtures.ts'
import { enter, expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

const { highlights, common } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

// Specification: 2.100, 4.32, 7.24
test('the owner’s popup says how far the film is, and gives it', async ({
  page,
  context,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 1)
  await enter(context, owner)
  // To render it takes a busy machine minutes.
  const made = Promise.withResolvers<void>()
  await page.route('**/render-video', async (route) => {
    await made.promise
    await route.fulfill({ json: { success: true, data: { output: '/media/film.mp4' } } })
  })
  await page.route('**/render', (route) =>
    route.fulfill({ json: { state: 'rendering', percent: 60 } }),
  )
  const film = Buffer.from('what the server has made')
  await page.route('**/media/film.mp4', (route) =>
    route.fulfill({ body: film, contentType: 'video/mp4' }),
  )
  await page.goto(`${path}/highlights/2026-06-14`)
  const saved = page.waitForEvent('download')
  await openDownload(page)
  await expect(popup(page).getByRole('status')).toHaveText(highlights.preparing)
  const progress = popup(page).getByRole('progressbar', { name: highlights.preparing })
  await expect(progress).toHaveText('60 %')
  made.resolve()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Highlights-2026-06-14.mp4')
  expect(await readFile(await download.path())).toEqual(film)
  const link = popup(page).getByRole('link', { name: highlights.downloadByHand })
  await expect(link).toHaveAttribute('download', 'Highlights-2026-06-14.mp4')
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
})

test('a guest logs in for the download, which is the owner’s alone @full', async ({
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
  await openDownload(page)
  const forbidden = page.getByRole('dialog', { name: highlights.errorTitle(403) })
  await expect(forbidden.getByText(highlights.renderForbidden)).toBeVisible()
  await expect(forbidden.getByRole('button', { name: common.retry })).toBeHidden()
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
