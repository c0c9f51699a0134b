import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, openLive, test } from './fixtures.ts'
import { choose, gallery } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'owner' })

test('the owner of a paused Orma opens it again at home @full', async ({
  page,
  event,
  read,
  change,
}) => {
  await change({ paused: 'true' })
  await page.goto('/')
  const notes = page.getByText(texts.event.paused)
  await expect(notes.last()).toBeVisible()
  const rows = page.getByRole('heading', { level: 2 })
  await expect(rows).toHaveText([texts.home.mine, texts.home.visited])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: texts.event.reopen }).last().click()
  await expect(notes).toHaveCount(0)
  await expect(page.getByRole('link', { name: event.name }).last()).toBeFocused()
  expect((await read()).event.paused).toBe(false)
})

test('a pause and its end come to the owner’s other open page @full', async ({
  page,
  context,
  event,
  path,
  change,
}) => {
  const other = await context.newPage()
  for (const each of [page, other]) await openLive(each, path)
  const note = other.getByText(texts.event.paused)
  await change({ paused: 'true' })
  await expect(note).toBeVisible()
  const reopen = page.getByRole('button', { name: texts.event.reopen })
  await expect(reopen).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await reopen.click()
  await expect(reopen).toHaveCount(0)
  await expect(page.getByRole('heading', { name: event.name })).toBeFocused()
  await expect(note).toHaveCount(0)
})

test('the upload screen of a paused Orma goes on once it is open again', async ({
  elsewhere,
  guest,
  path,
  change,
}) => {
  const screen = await elsewhere(guest)
  await screen.clock.install()
  await openLive(screen, `${path}/upload`)
  await choose(screen, await gallery(1))
  const paused = screen.getByText(texts.server.paused)
  const send = screen.getByRole('button', { name: texts.upload.uploadNow })
  await expect(send).toBeVisible()
  await change({ paused: 'true' })
  await expect(paused).toBeVisible()
  await expect(send).toHaveCount(0)
  await change({ paused: 'false' })
  await screen.clock.fastForward('00:20')
  await expect(paused).toHaveCount(0)
  await expect(send).toBeVisible()
})
