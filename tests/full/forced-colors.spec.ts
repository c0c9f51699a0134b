import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { nameField, openEdit, updateAndReload } from '../e2e/own-orma.ts'
import { chooseNew } from '../e2e/uploads-fixtures.ts'

// Colours, shadows and gradients of the page are not there then.
test.use({ ...WITHOUT_WORKER, as: 'owner' })

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

/** Whether an element looks another way once something was done, without the mouse over it or the focus in it. */
async function looksChanged(page: Page, element: Locator, act: () => Promise<void>) {
  const before = await element.screenshot()
  await act()
  await page.mouse.move(0, 0)
  await page.locator(':focus').evaluateAll((all: HTMLElement[]) => all[0]?.blur())
  return !before.equals(await element.screenshot())
}

test('in forced colours the theme that is chosen looks chosen', async ({ page }) => {
  await page.goto('/settings')
  const dark = page.getByText(texts.settings.dark, { exact: true })
  expect(await looksChanged(page, dark, () => dark.click())).toBe(true)
})

test('in forced colours the open tab and a switch look so', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 1)
  await page.goto(path)
  const names = page.getByRole('switch', { name: texts.feed.names })
  expect(await looksChanged(page, names, () => names.check())).toBe(true)
  const tab = page.getByRole('link', { name: texts.event.highlights, exact: true })
  const open = async () => {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
  }
  expect(await looksChanged(page, tab, open)).toBe(true)
})

test('in forced colours what lies over the page has an edge', async ({ page, event }) => {
  const path = `/${event.event_hash}`
  const expectEdge = (element: Locator) => expect(element).toHaveCSS('border-top', /^1px solid/)
  await openEdit(page, path)
  await expectEdge(page.getByRole('dialog', { name: texts.edit.title }))
  await nameField(page).fill('Our long day')
  await updateAndReload(page)
  await expectEdge(page.locator('.toast-item'))
  await expectEdge(page.getByRole('link', { name: texts.event.upload }))
  await page.getByRole('button', { name: texts.common.menu }).click()
  await expectEdge(page.getByRole('dialog', { name: texts.common.menu }))
  await page.goto(`${path}/upload`)
  await chooseNew(page, 1)
  await page.goto(path)
  await expectEdge(page.locator('.waiting-bar'))
})
