import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

test('who scrolls through a hundred posts is never taken back', async ({
  page,
  orma,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 100)
  await page.goto(path)
  await page.locator('li[data-post] a').first().click()
  const posts = page.getByRole('article')
  await expect(posts.first()).toBeVisible()
  const places = [0]
  while ((await posts.count()) < 100) {
    const [before, after] = await page.evaluate(() => {
      const from = scrollY
      scrollBy({ top: innerHeight, behavior: 'instant' })
      return [from, scrollY]
    })
    expect(before).toBe(places.at(-1))
    places.push(after)
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen))))
  }
  expect(places.length).toBeGreaterThan(20)
})
