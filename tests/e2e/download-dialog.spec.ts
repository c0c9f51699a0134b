import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { openDownload } from './download-fixtures.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('keeping pauses when asked to, and goes on', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByRole('button', { name: texts.download.start })).toBeVisible()
  venue.relay.set({ blackHole: true })
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await dialog.getByRole('button', { name: texts.download.pause }).click()
  await expect(dialog.getByRole('button', { name: texts.download.goOn })).toBeVisible()
  venue.heal()
  await dialog.getByRole('button', { name: texts.download.goOn }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
})

test('how keeping goes is announced in the words of its states, and not photo by photo', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 3)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^3 photos, about/)).toBeVisible()
  const status = dialog.getByRole('status')
  const said = await status.evaluateHandle((element) => {
    const texts: string[] = []
    const note = () => texts.push(element.textContent)
    new MutationObserver(note).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    return texts
  })
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(status).toHaveText(texts.download.done)
  const words = (await said.jsonValue()).filter((text) => text !== '')
  expect([...new Set(words)]).toEqual([texts.download.sizing, texts.download.done])
})

test('the question of keeping counts the photos that came since the page was opened', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await visit(page, venue.url, event)
  const [newest] = await addPosts(venue.client, event, owner, 2)
  await expect(page.locator(`[data-post="${newest?.id}"]`)).toBeVisible()
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^3 photos, about/)).toBeVisible()
})

test('an Orma whose keeping was cut short is not said to be whole, before all of it is here @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  venue.gateway.judge(({ path }) => (path === post?.image_url ? { status: 500 } : 'pass'))
  const dialog = await openDownload(page)
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(dialog.getByText(texts.download.progress(1, 2))).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.download.goOn })).toBeVisible()
  await page.reload()
  await openDownload(page)
  await expect(dialog.getByText(texts.download.partial)).toBeVisible()
  await expect(dialog.getByText(texts.download.done)).toHaveCount(0)
  venue.heal()
  venue.gateway.judge()
  await dialog.getByRole('button', { name: texts.download.goOn }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
  await page.reload()
  await openDownload(page)
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
})

test('keeping that the line swallows ends with a word, and goes on when asked to @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
  await page.clock.install()
  await visit(page, venue.url, event)
  const isPhoto = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.endsWith('/full.jpg')
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^1 photo, about/)).toBeVisible()
  const silence = Promise.withResolvers<void>()
  venue.gateway.judge((request) => (isPhoto(request) ? { hold: () => silence.promise } : 'pass'))
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect.poll(() => venue.gateway.exchanges.some(isPhoto)).toBe(true)
  await expect(async () => {
    await page.clock.fastForward(REQUEST_TIMEOUT_MS)
    await expect(dialog.getByText(texts.download.failed)).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  venue.gateway.judge()
  silence.resolve()
  await dialog.getByRole('button', { name: texts.download.goOn }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
})

test('without a connection the question of keeping says so, and goes on by itself when there is one @full', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  venue.gateway.judge(({ path }) => (path.startsWith('/api/') ? 'reset-before' : 'pass'))
  const dialog = await openDownload(page)
  await expect(dialog.getByText(texts.download.noConnection)).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.common.retry })).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.download.start })).toHaveCount(0)
  venue.gateway.judge()
  await expect(dialog.getByText(/^2 photos, about/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: texts.download.start })).toBeVisible()
})

test('keeping that broke off goes on by itself when the line is back', async ({ page, venue }) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 2)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^2 photos, about/)).toBeVisible()
  venue.gateway.judge(() => 'reset-before')
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(dialog.getByText(texts.download.failed)).toBeVisible()
  venue.gateway.judge()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
})
