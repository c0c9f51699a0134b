import type { Page } from '@playwright/test'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

test('a press for more that fails while nobody looks at its page is tried again only once somebody does', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  addManyPosts(orma, event, owner, PAGE_SIZE + 1)
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.route('**/live', (route) => route.fulfill({ status: 503 }))
  let asked = 0
  await page.route('**/own_posts?after=*', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    await look(page, 'hidden')
    await route.fulfill({ status: 503 })
  })
  await page.goto(`/${event.event_hash}/myphotos`)
  const more = page.getByRole('button', { name: texts.ownPhotos.more })
  await expect(more).toBeVisible()
  await page.clock.install()
  const failed = page.waitForResponse('**/own_posts?after=*')
  await more.press('Enter')
  await (await failed).finished()
  for (let seconds = 0; seconds < 60; seconds += 1) await page.clock.runFor(1000)
  expect(asked).toBe(1)
  await look(page, 'visible')
  await expect(page.locator('li[data-post]')).toHaveCount(PAGE_SIZE + 1)
  expect(asked).toBe(2)
})

function look(page: Page, visibilityState: DocumentVisibilityState): Promise<unknown> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibilityState)
}
