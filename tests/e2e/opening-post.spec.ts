import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// A feed that has opened a post before, so that the page has the script for it.
test.beforeEach(async ({ page, event, owner, orma, path }) => {
  addManyPosts(orma, event, owner, 3)
  await page.goto(path)
  await page.locator('li[data-post] a').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page.locator('li[data-post]')).toHaveCount(3)
})

test('a tap on a photo gets a frame, then the photo, then its words @full', async ({ page }) => {
  await page.evaluate(() => {
    const shown: string[] = []
    const note = (what: string) => {
      shown.push(what)
      document.body.dataset['shown'] = shown.join()
    }
    const lookOnce = () => note(document.querySelector('article') ? 'post' : 'feed')
    addEventListener('click', () => requestAnimationFrame(lookOnce), { capture: true, once: true })
    new MutationObserver((_seen, observer) => {
      const post = document.querySelector('article')
      if (!post) return
      observer.disconnect()
      note(post.querySelector('h2') ? 'words' : 'photo')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.locator('li[data-post] a').nth(1).click()
  await expect(page.getByRole('article').first().getByRole('heading')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-shown', 'feed,photo')
})

test('a photo that is opened in another tab leaves the page as it is', async ({ page, path }) => {
  const photo = page.locator('li[data-post] a').nth(1)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    photo.click({ modifiers: ['Control'] }),
  ])
  await expect(tab.getByRole('article').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(path)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('what is pressed right after a photo wins', async ({ page }) => {
  const login = page.getByRole('link', { name: texts.common.login })
  await login.evaluate((link: HTMLElement) => {
    document.querySelector<HTMLElement>('li[data-post] a')?.click()
    link.click()
  })
  await expect(page.getByRole('textbox').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toContain('/login')
})
