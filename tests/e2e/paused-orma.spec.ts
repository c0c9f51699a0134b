import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, openLive, test } from './fixtures.ts'

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
