import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { choose, gallery, uploadNow } from './venue-fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, as: 'owner' })

/** What lies over the element with the focus: the words of a pill or bar at the lower edge, or nothing. */
function coveredBy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const at = document.activeElement?.getBoundingClientRect()
    return [...document.querySelectorAll('.offline-bar .quiet-bar, .waiting-bar')]
      .filter((bar) => {
        const { top, bottom, left, right } = bar.getBoundingClientRect()
        return at && at.bottom > top && at.top < bottom && at.right > left && at.left < right
      })
      .map((bar) => bar.textContent)
  })
}

/** Goes with Tab from the first to the last control of the page; gives the names of those that a bar covers. */
async function tabThrough(page: Page): Promise<string[]> {
  const covered: string[] = []
  await page.locator('main').evaluate((main) => {
    main.tabIndex = -1
    main.focus()
  })
  for (;;) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const { activeElement: element } = document
      return element?.closest('main') ? element.outerHTML.slice(0, 80) : undefined
    })
    if (name === undefined) return covered
    if ((await coveredBy(page)).length > 0) covered.push(name)
  }
}

test('pill and bar cover neither the focus nor a page’s end @full', async ({
  page,
  context,
  path,
}) => {
  await page.goto(`${path}/upload`)
  await context.route(/\/api\/events\/[^/]+\/uploads?$/, (route) => route.abort())
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(0, 1))).toBeVisible()
  await page.goto('/create/orma')
  await expect(page.getByRole('complementary')).toContainText(texts.offline.waiting(1))
  expect(await tabThrough(page)).toEqual([])

  await context.setOffline(true)
  await expect(page.getByText(texts.offline.offline)).toBeVisible()
  expect(await tabThrough(page)).toEqual([])
  const submit = page.getByRole('button', { name: texts.create.submit })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await submit.focus()
  expect(await coveredBy(page)).toEqual([])
})

test('a field being filled in stays in sight of the offline pill', async ({ page, context }) => {
  await page.goto('/create/orma')
  const field = page.getByLabel(texts.create.name, { exact: true })
  await field.focus()
  // As over a phone's keyboard: the field is the last thing that is seen.
  const bottom = await field.evaluate((input) => input.getBoundingClientRect().bottom)
  await page.setViewportSize({ width: 390, height: Math.ceil(bottom) + 4 })
  await context.setOffline(true)
  await expect(page.getByText(texts.offline.offline)).toBeVisible()
  await expect.poll(() => coveredBy(page)).toEqual([])
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
})
