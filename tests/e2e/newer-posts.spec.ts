import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, holdRequests, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner', viewport: { width: 390, height: 844 } })

test('newer photos come above the first, which stays where it is', async ({
  page,
  path,
  client,
  orma,
  event,
  owner,
}) => {
  addManyPosts(orma, event, owner, 20)
  const { event_hash } = event
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  const [newest = '', second = ''] = (body as Post[]).map(({ id }) => String(id))
  // From a link: this page knows no feed.
  const answer = await holdRequests(page, /[?&]before=/)
  await page.goto(`${path}/post/${second}`)
  const post = page.locator(`article[data-post="${second}"]`)
  const topOf = () => post.evaluate((each) => each.getBoundingClientRect().top)
  const place = await topOf()
  answer()
  await expect(page.getByRole('button', { name: texts.viewer.newer })).toBeVisible()
  expect(Math.abs((await topOf()) - place)).toBeLessThanOrEqual(1)
  await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }))
  // What would be newer still is on its way from here on.
  await page.route(
    (url) => url.searchParams.get('before') === newest,
    () => undefined,
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const before = await topOf()
  await page.evaluate(() => {
    Element.prototype.scrollIntoView = () => undefined
  })
  // A press would first scroll the page, where the button lies under its header.
  await page.getByRole('button', { name: texts.viewer.newer }).dispatchEvent('click')
  await expect(page.getByRole('article').first()).toHaveAttribute('data-post', newest)
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1)
  expect(await page.evaluate(countObservers)).toBeLessThan(5)
})

/** At the top of the page: how many observers 30 frames need. */
async function countObservers(): Promise<number> {
  let count = 0
  globalThis.IntersectionObserver = new Proxy(IntersectionObserver, {
    construct: (Observer, options: ConstructorParameters<typeof IntersectionObserver>) => {
      count += 1
      return new Observer(...options)
    },
  })
  scrollTo({ top: 0, behavior: 'instant' })
  for (let at = 0; at < 30; at += 1) await new Promise((next) => requestAnimationFrame(next))
  return count
}
