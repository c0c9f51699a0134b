import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

test('a desktop shows photo and words side by side @full', async ({
  page,
  client,
  event,
  owner,
  addComment,
  path,
}) => {
  const photo = await makePhoto({ width: 600, height: 800 })
  const { body } = await client.upload(event, owner, photo)
  const { id: post_id } = await client.whenProcessed(event, owner, body.post.id)
  for (const words of ['one', 'two', 'three', 'four', 'five']) await addComment(post_id, words)
  const post = page.getByRole('article').first()
  const picture = post.locator('.post-card-photo')
  const words = post.locator('.post-card-body')
  const field = post.getByPlaceholder(texts.post.commentPlaceholder)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${path}/post/${post_id}`)
  await expect(field).toBeInViewport()
  const [left, right] = [await boxOf(picture), await boxOf(words)]
  expect(left.x + left.width).toBeLessThan(right.x)
  expect(Math.abs(left.y - right.y)).toBeLessThan(4)
  expect(left.height).toBeGreaterThan(700)
  expect(left.y + left.height).toBeLessThanOrEqual(900)
  await post.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(post.getByRole('listitem')).toHaveCount(5)

  // Heart, conversation, keeping, deleting, then the comments and the field: as one reads.
  await post.getByRole('button', { name: texts.post.like, exact: true }).focus()
  const order: string[] = []
  for (let at = 0; at < 5; at += 1) {
    await page.keyboard.press('Tab')
    order.push(await focused(page))
  }
  const { commentPlaceholder, save, delete: remove, editComment, deleteComment } = texts.post
  expect(order).toEqual([commentPlaceholder, save, remove, editComment, deleteComment])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  // But for a scrollbar.
  await expect.poll(async () => (await boxOf(picture)).width).toBeGreaterThan(370)
  const [above, below] = [await boxOf(picture), await boxOf(words)]
  expect(below.y).toBeGreaterThanOrEqual(above.y + above.height)
})

async function boxOf(part: Locator) {
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.ariaLabel ?? '')
}
