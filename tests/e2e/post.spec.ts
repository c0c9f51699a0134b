import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { closeAlert, refuse } from './post-fixtures.ts'

// Calls are refused in the page: its worker would send them past that.
test.use({ ...WITHOUT_WORKER, as: 'owner' })

// Specification: 2.82, 4.24
test('a double tap likes with a heart and never unlikes', async ({ page, post_id, path }) => {
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const unlike = post.getByRole('button', { name: texts.post.unlike })
  const like = post.getByRole('button', { name: texts.post.like, exact: true })

  for (const _time of [1, 2]) {
    await post.locator('.post-card-photo').dblclick()
    await expect(post.locator('.heart-burst')).toBeAttached()
    await expect(unlike).toBeVisible()
  }
  await expect(post.getByText(texts.post.likes(1))).toBeAttached()

  await unlike.click()
  await expect(like).toBeVisible()
  await expect(post.getByText(texts.post.likes(0))).toBeAttached()

  await refuse(page, '**/post/like', 'POST')
  await like.click()
  await expect(page.getByRole('alertdialog', { name: texts.post.likeFailed })).toBeVisible()
  await expect(like).toBeAttached()
  await closeAlert(page)
})

// Specification: 4.26, 8.37, 8.40
test('a post is deleted after a warning', async ({ page, post_id, path }) => {
  await page.goto(path)
  await page.locator(`li[data-post="${post_id}"] a`).click()
  const remove = page.getByRole('article').first().getByRole('button', { name: texts.post.delete })
  const warning = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  const confirm = warning.getByRole('button', { name: texts.common.delete })

  await refuse(page, `**/post/${post_id}`, 'DELETE', 'Not today.')
  await remove.click()
  const { x = 0, width = 0 } = (await warning.boundingBox()) ?? {}
  const middle = await page.evaluate(() => innerWidth / 2)
  // In the middle, but for the scrollbar's place.
  expect(Math.abs(x + width / 2 - middle)).toBeLessThan(16)
  await confirm.click()
  const failed = page.getByRole('alertdialog', { name: texts.post.deleteFailed('Not today.') })
  await expect(failed).toBeVisible()
  await expect(warning).toBeHidden()
  await closeAlert(page)
  // It is there again.
  await expect(page.locator('li[data-post]')).toHaveCount(5)

  await page.unroute(`**/post/${post_id}`)
  await page.locator(`li[data-post="${post_id}"] a`).click()
  await expect(remove).toBeVisible()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.method()))
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))
  await remove.click()
  await confirm.dblclick()
  await expect(page).toHaveURL(path)
  await expect(page.locator('li[data-post]')).toHaveCount(4)
  const deletions = () => calls.filter((method) => method === 'DELETE')
  await expect.poll(deletions).toHaveLength(1)
  expect(addresses).toEqual([path])
  await expect(page.getByText(texts.upload.gone)).toHaveCount(0)
  await page.goto(`${path}/post/${post_id}`)
  await expect(page.getByText(texts.post.notFound)).toBeVisible()
})

// Specification: 5.20, 8.34
test('a post that is not there leads on to the Orma', async ({ page, path }) => {
  const missing: [address: string, says: string][] = [
    ['999999', texts.post.notFound],
    ['seven', texts.post.invalidUrl],
  ]
  for (const [address, says] of missing) {
    await page.goto(`${path}/post/${address}`)
    await expect(page.getByText(says)).toBeVisible()
    await page.getByRole('link', { name: texts.review.toOrma }).press('Enter')
    await expect(page).toHaveURL(path)
  }
})
