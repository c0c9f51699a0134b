import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { openDownload } from './download-fixtures.ts'
import { visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('keeping pauses when asked to, and goes on', async ({ page, venue, event, addPhotos }) => {
  await addPhotos(3)
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

test('how keeping goes is announced, not photo by photo', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(3)
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

test('keeping that broke off goes on when the line is back', async ({
  page,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(2)
  await visit(page, venue.url, event)
  const dialog = await openDownload(page)
  await expect(dialog.getByText(/^2 photos, about/)).toBeVisible()
  venue.gateway.judge(() => 'reset-before')
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(dialog.getByText(texts.download.failed)).toBeVisible()
  venue.gateway.judge()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
})
