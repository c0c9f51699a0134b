import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'

// As low as a phone's window over its keyboard.
test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 420 }, as: 'owner' })

/** Where no more controls than these are visited, the focus was not where the way up begins. */
const FEW = 5

/** Goes with Shift+Tab from the last to the first control of the page; none may be covered by header or tabs. */
async function expectNoneCoveredOnTheWayUp(page: Page): Promise<void> {
  const covered: string[] = []
  let visited = 0
  await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('main :is(a, button, input)')
    ;[...controls].findLast((control) => control.checkVisibility())?.focus()
  })
  for (;;) {
    await page.keyboard.press('Shift+Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document
      if (!element?.closest('main')) return undefined
      const { top } = element.getBoundingClientRect()
      const bars = [...document.querySelectorAll('.header, .tabs')].filter(
        (bar) => !bar.contains(element),
      )
      const isCovered = bars.some((bar) => bar.getBoundingClientRect().bottom > top + 1)
      return { name: element.outerHTML.slice(0, 80), isCovered }
    })
    if (!focused) break
    visited += 1
    if (focused.isCovered) covered.push(focused.name)
  }
  expect(covered).toEqual([])
  expect(visited).toBeGreaterThan(FEW)
}

test('no control in focus lies under the header @full', async ({ page }) => {
  await page.goto('/create/orma')
  await expect(page.getByRole('button', { name: texts.create.submit })).toBeVisible()
  await expectNoneCoveredOnTheWayUp(page)
})

test('no photo in focus lies under the tabs', async ({ page, orma, event, owner, path }) => {
  addManyPosts(orma, event, owner, 40)
  await page.goto(path)
  await expect(page.locator('li[data-post]').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 1200))
  await expect(page.getByRole('link', { name: texts.event.upload })).toBeVisible()
  await expectNoneCoveredOnTheWayUp(page)
})

test('focus over a banner has a white ring in a dark one @full', async ({ page, path }) => {
  await page.goto(path)
  const menu = page.getByRole('banner').getByRole('button', { name: texts.common.menu })
  await expect(menu).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(menu).toBeFocused({ timeout: 100 })
  }).toPass()
  await expect(menu).toHaveCSS('outline-color', 'rgb(255, 255, 255)')
  await expect(menu).not.toHaveCSS('box-shadow', 'none')
})
