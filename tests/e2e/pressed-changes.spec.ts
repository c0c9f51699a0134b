import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

/** A slow phone, and how soon after the press its page is loaded anew. */
const SLOW_DOWN = 4
const RELOAD_AFTER_MS = 50

/** The page loads itself anew right after each Enter, while the server hears of no comment. */
async function reloadAfterEnter(page: Page): Promise<void> {
  await page.addInitScript((ms) => {
    addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') setTimeout(() => location.reload(), ms)
    })
  }, RELOAD_AFTER_MS)
  await page.route('**/comment', (route) => route.abort())
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
}

/** Words are in the outbox, or still in the field, to be sent by another Enter. */
async function writeAndReload(page: Page, words: string): Promise<void> {
  const field = page.getByPlaceholder(texts.post.commentPlaceholder).first()
  const shown = page.getByRole('listitem').filter({ hasText: words })
  await field.fill(words)
  await expect(async () => {
    const loaded = page.waitForEvent('load')
    await field.press('Enter')
    await loaded
    const isSomewhere = async () =>
      (await shown.count()) === 1 || (await field.inputValue()) === words
    await expect.poll(isSomewhere).toBe(true)
    await expect(shown).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expect(field).toHaveValue('')
}

for (const [title, tries] of [
  ['a comment is neither lost nor doubled by a reload 50 ms after Enter', 1],
  ['20 comments are neither lost nor doubled by reloads 50 ms after Enter @full', 20],
] as const)
  test(title, async ({ page, client, event, path, post_id }) => {
    const said = Array.from({ length: tries }, (_, at) => `Words ${at + 1}.`)
    await reloadAfterEnter(page)
    await page.goto(`${path}/post/${post_id}`)
    for (const words of said) await writeAndReload(page, words)

    await page.unroute('**/comment')
    await page.reload()
    const params = { event_hash: event.event_hash, post_id }
    const read = async () => {
      const { comments } = (await client.call(api.listComments, { params })).body
      return comments.map(({ content }: { content: string }) => content).toReversed()
    }
    await expect.poll(read).toEqual(said)
    await expect(page.locator('[data-unsent]')).toHaveCount(0)
  })

test('a like outlives a reload right after the press', async ({ page, path, post_id }) => {
  await page.route('**/like', (route) => route.abort())
  await page.goto(`${path}/post/${post_id}`)
  const post = page.getByRole('article').first()
  const unlike = post.getByRole('button', { name: texts.post.unlike, exact: true })
  await post.getByRole('button', { name: texts.post.like, exact: true }).click()
  await page.reload()
  await expect(unlike).toBeVisible()
  await page.unroute('**/like')
  await page.reload()
  await expect(unlike).toBeVisible()
  await expect(page.locator('[data-unsent]')).toHaveCount(0)
  await expect(post.getByText(texts.post.likes(1))).toBeAttached()
})
