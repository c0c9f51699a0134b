import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a tap on a photo is answered by a frame before its post is drawn', async ({
  page,
  event,
  owner,
  orma,
  path,
}) => {
  addManyPosts(orma, event, owner, 3)
  await page.goto(path)
  await openAndLeave(page)
  await page.evaluate(() => {
    const lookOnce = () => {
      document.body.dataset['answer'] = document.querySelector('article') ? 'post' : 'feed'
    }
    addEventListener('click', () => requestAnimationFrame(lookOnce), { capture: true, once: true })
  })
  await page.locator('li[data-post] a').nth(1).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.locator('body').getAttribute('data-answer')).toBe('feed')
})

test('a post opens with its photo, and its words follow', async ({
  page,
  event,
  owner,
  orma,
  path,
}) => {
  addManyPosts(orma, event, owner, 3)
  await page.goto(path)
  await openAndLeave(page)
  await page.evaluate(() => {
    new MutationObserver((_seen, observer) => {
      const post = document.querySelector('article')
      if (!post) return
      observer.disconnect()
      document.body.dataset['first'] = post.querySelector('h2') ? 'words' : 'photo'
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.locator('li[data-post] a').nth(1).click()
  await expect(page.getByRole('article').first().getByRole('heading')).toBeVisible()
  expect(await page.locator('body').getAttribute('data-first')).toBe('photo')
})

test('a photo that is opened in another tab leaves the page as it is', async ({
  page,
  event,
  owner,
  orma,
  path,
}) => {
  addManyPosts(orma, event, owner, 3)
  await page.goto(path)
  await openAndLeave(page)
  const photo = page.locator('li[data-post] a').nth(1)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    photo.click({ modifiers: ['Control'] }),
  ])
  await expect(tab.getByRole('article').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('what is pressed right after a photo wins', async ({ page, event, owner, orma, path }) => {
  addManyPosts(orma, event, owner, 3)
  await page.goto(path)
  await openAndLeave(page)
  const login = page.getByRole('link', { name: texts.common.login })
  await login.evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>('li[data-post] a')?.click()
    link.click()
  })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toContain('/login')
})

/** From then on the page has the script of a post. */
async function openAndLeave(page: Page): Promise<void> {
  await page.locator('li[data-post] a').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page.locator('li[data-post]')).toHaveCount(3)
}
