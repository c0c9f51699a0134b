import { api } from '../../contract/api.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { comments } from '../e2e/post-comments.ts'
import { chooseNew } from '../e2e/uploads-fixtures.ts'

// Buttons that go with a press.
test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('focus on View All goes to the comment before those that it brings', async ({
  page,
  event,
  owner,
  post_id,
  client,
  path,
}) => {
  const params = { event_hash: event.event_hash, post_id }
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    const key = crypto.randomUUID()
    await client.call(api.addComment, { params, json: { content }, token: owner.token, key })
  }
  await page.goto(`${path}/post/${post_id}`)
  await page.getByRole('button', { name: texts.post.viewAll }).press('Enter')
  await expect(comments(page)).toHaveCount(5)
  await expect(comments(page).nth(3)).toContainText('two')
  await expect(comments(page).nth(2).getByRole('button').last()).toBeFocused()
})

test('focus on the button for new photos leads to the first of them', async ({
  orma,
  page,
  event,
  owner,
  client,
  path,
}) => {
  addManyPosts(orma, event, owner, 40)
  await page.setViewportSize({ width: 390, height: 844 })
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(path)
  await live
  await expect(page.locator('li[data-post]').first()).toBeVisible()
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 900)
      return page.evaluate(() => scrollY)
    })
    .toBeGreaterThan(1000)
  const photo = await makePhoto({ width: 640, height: 480, orientation: 1, seed: 1 })
  const { body } = await client.upload(event, owner, photo)
  const button = page.getByRole('button', { name: texts.event.newPosts(1) })
  await button.press('Enter')
  await expect(button).toHaveCount(0)
  const photoLink = page.locator(`li[data-post="${body.post.id}"] a`)
  await expect(photoLink).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(photoLink).toBeFocused()
})

test('focus on UPLOAD NOW goes to the page', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
  await chooseNew(page, 1)
  await page.locator('[role=status]').evaluateAll((all) => {
    for (const status of all) status.setAttribute('data-before', '')
  })
  await page.getByRole('button', { name: texts.upload.uploadNow }).press('Enter')
  await expect(
    page.locator('[data-before]', { hasText: texts.upload.progress(1, 1) }),
  ).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

test('focus on Try again stays at the end of a feed while it tries', async ({
  orma,
  page,
  event,
  owner,
  path,
}) => {
  addManyPosts(orma, event, owner, 2 * PAGE_SIZE)
  const next = `**/api/events/${event.event_hash}/posts/2*`
  let isRefused = true
  let asked = 0
  await page.route(next, async (route) => {
    asked += 1
    return isRefused ? route.fulfill({ status: 429 }) : route.continue()
  })
  await page.goto(path)
  const retry = page.getByRole('button', { name: texts.common.retry })
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 900)
      return retry.count()
    })
    .toBe(1)
  await page.getByRole('alert').evaluate((element) => element.setAttribute('data-first', ''))
  const before = asked
  await retry.press('Enter')
  await expect.poll(() => asked).toBeGreaterThan(before)
  // A new one is announced.
  await expect(page.locator('[role=alert]:not([data-first])')).toHaveText(texts.feed.failed)
  await expect(retry).toBeFocused()
  isRefused = false
  await page.keyboard.press('Enter')
  await expect(retry).toHaveCount(0)
  const focused = page.locator('li[data-post]', { has: page.locator('a:focus') })
  await expect(focused).toHaveCount(1)
  const id = await focused.getAttribute('data-post')
  await page.keyboard.press('Tab')
  await expect(focused).toHaveCount(1)
  expect(await focused.getAttribute('data-post')).not.toBe(id)
})

test('focus on a discarded photo goes to the next one', async ({ page, context, path }) => {
  await page.goto(`${path}/upload`)
  await chooseNew(page, 2)
  await context.setOffline(true)
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  const bin = (at: number) =>
    page.getByRole('button', { name: `${texts.upload.discard} IMG_${at}.jpg` })
  const discard = async (at: number) => {
    await bin(at).press('Enter')
    const question = page.getByRole('alertdialog', { name: texts.upload.discardQuestion })
    await question.getByRole('button', { name: texts.upload.discard }).press('Enter')
    await expect(bin(at)).toHaveCount(0)
  }
  await discard(1)
  await expect(bin(0)).toBeFocused()
  await discard(0)
  await expect(page.locator('main')).toBeFocused()
})

const FAILED = [
  { what: 'a feed', call: '/posts/1' },
  { what: 'an Orma, whose page takes the place of the one that failed', call: '' },
]

for (const { what, call } of FAILED) {
  test(`the focus on Try again goes to the page: for ${what}`, async ({
    page,
    orma,
    event,
    owner,
  }) => {
    addManyPosts(orma, event, owner, 1)
    const path = `**/api/events/${event.event_hash}${call}`
    await page.route(path, (route) => route.fulfill({ status: 429 }))
    // From home, where the server has not told of it yet.
    await page.goto('/')
    await page.getByRole('link', { name: event.name }).click()
    await page.getByRole('button', { name: texts.common.retry }).focus()
    await page.unroute(path)
    await page.keyboard.press('Enter')
    await expect(page.locator('li[data-post]').first()).toBeVisible()
    await expect(page.locator('main')).toBeFocused()
  })
}
