import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'owner' })

for (const { place, address } of [
  { place: 'on its page', address: undefined },
  { place: 'at home', address: '/' },
]) {
  test(`the owner of a paused Orma opens it again ${place}`, async ({
    page,
    event,
    path,
    read,
    change,
  }) => {
    await change({ paused: 'true' })
    await page.goto(address ?? path)
    const notes = page.getByText(texts.event.paused)
    await expect(notes.last()).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: texts.event.reopen }).last().click()
    await expect(notes).toHaveCount(0)
    const heading = page.getByRole('heading', { name: event.name })
    const card = page.getByRole('link', { name: event.name }).last()
    await expect(address ? card : heading).toBeFocused()
    expect((await read()).event.paused).toBe(false)
  })
}

test('a pause comes to the owner’s other open page', async ({ page, context, path, change }) => {
  const other = await context.newPage()
  for (const each of [page, other]) {
    const live = each.waitForResponse((response) => response.url().endsWith('/live'))
    await each.goto(path)
    expect((await live).status()).toBe(200)
  }
  const note = other.getByText(texts.event.paused)
  await change({ paused: 'true' })
  await expect(note).toBeVisible()
  const reopen = page.getByRole('button', { name: texts.event.reopen })
  await reopen.click()
  await expect(reopen).toHaveCount(0)
  await expect(note).toHaveCount(0)
})
