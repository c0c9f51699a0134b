import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test as base } from './fixtures.ts'

const WORDS = 'What a night!'

interface NotedChanges {
  openPost: (page: Page) => Promise<Record<'field' | 'shown' | 'like' | 'unlike', Locator>>
  /** What the server has of the post. */
  read: () => Promise<{ commentCount: number; likeCount: number }>
}

const test = base.extend<NotedChanges>({
  openPost: ({ path, post_id }, use) =>
    use(async (page) => {
      await page.goto(`${path}/post/${post_id}`)
      const post = page.getByRole('article').first()
      return {
        field: post.getByPlaceholder(texts.post.commentPlaceholder),
        shown: page.getByRole('listitem').filter({ hasText: WORDS }),
        like: post.getByRole('button', { name: texts.post.like, exact: true }),
        unlike: post.getByRole('button', { name: texts.post.unlike, exact: true }),
      }
    }),
  read: ({ client, event: { event_hash }, post_id }, use) =>
    use(async () => {
      const params = { event_hash, post_id }
      const { commentCount, likeCount } = (await client.call(api.getPost, { params })).body.post
      return { commentCount, likeCount }
    }),
})

test.use({ ...WITHOUT_WORKER, as: 'owner' })

/** Until the page is loaded anew its outbox writes no change, and the server hears of none. */
async function holdWrites(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if ((navigation as PerformanceNavigationTiming).type === 'reload') return
    const add: IDBObjectStore['add'] = Reflect.get(IDBObjectStore.prototype, 'add')
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given) {
      return this.name === 'changes'
        ? (new EventTarget() as IDBRequest<IDBValidKey>)
        : add.apply(this, given)
    }
  })
  await loseCalls(page)
}

/** The server hears of no like and no comment until the page is loaded anew. */
async function loseCalls(page: Page): Promise<void> {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route(/\/(comment|like)$/, async (route) => {
    if (loads > 1) await route.continue()
  })
}

test('a comment and a like outlive a reload before the outbox', async ({
  page,
  openPost,
  read,
}) => {
  await holdWrites(page)
  const { field, shown, like, unlike } = await openPost(page)
  await like.click()
  await expect(unlike).toBeVisible()
  await field.fill(WORDS)
  await field.press('Enter')
  await expect(shown).toHaveCount(1)
  await page.reload()
  await expect(shown).toHaveCount(1)
  await expect(unlike).toBeVisible()
  await expect(field).toHaveValue('')
  await expect.poll(read).toEqual({ commentCount: 1, likeCount: 1 })
  await expect(page.locator('[data-unsent]')).toHaveCount(0)
  await expect(shown).toHaveCount(1)
})

test('a comment of a closed page is sent by the next one, once @full', async ({
  page,
  context,
  openPost,
  read,
}) => {
  await holdWrites(page)
  const { field, shown } = await openPost(page)
  await field.fill(WORDS)
  await field.press('Enter')
  await expect(shown).toHaveCount(1)
  await page.close()
  const there = await openPost(await context.newPage())
  await expect(there.shown).toHaveCount(1)
  await expect(there.field).toHaveValue('')
  await expect.poll(read).toEqual({ commentCount: 1, likeCount: 0 })
})

test('the words of a comment are on the device until the outbox has them', async ({
  page,
  openPost,
}) => {
  await holdWrites(page)
  await page.addInitScript((words) => {
    let isWritten = false
    const look = () => {
      const stored = [localStorage, sessionStorage].flatMap(Object.values<string>).join()
      if (isWritten && !stored.includes(words)) document.title = 'lost'
      isWritten ||= stored.includes(words)
    }
    const setItem: Storage['setItem'] = Reflect.get(Storage.prototype, 'setItem')
    const removeItem: Storage['removeItem'] = Reflect.get(Storage.prototype, 'removeItem')
    Storage.prototype.setItem = function (...given) {
      setItem.apply(this, given)
      look()
    }
    Storage.prototype.removeItem = function (...given) {
      removeItem.apply(this, given)
      look()
    }
  }, WORDS)
  const known = Promise.withResolvers<void>()
  await page.route('**/users/verify', async (route) => {
    await known.promise
    await route.continue()
  })
  const { field, shown } = await openPost(page)
  await field.fill(WORDS)
  await field.press('Enter')
  known.resolve()
  await expect(shown).toHaveCount(1)
  await expect(field).toHaveValue('')
  await expect(page).not.toHaveTitle('lost')
})

test('a comment that the outbox has is there once, and not in its field', async ({
  page,
  openPost,
  read,
}) => {
  // As where a page is closed between the two.
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if ((navigation as PerformanceNavigationTiming).type === 'reload') return
    Storage.prototype.removeItem = () => undefined
  })
  const { field, shown } = await openPost(page)
  const sent = page.waitForRequest('**/comment')
  await field.fill(WORDS)
  await field.press('Enter')
  await sent
  await expect.poll(read).toEqual({ commentCount: 1, likeCount: 0 })
  const again = page.waitForResponse('**/comment')
  await page.reload()
  await again
  await expect(page.locator('[data-unsent]')).toHaveCount(0)
  await expect(shown).toHaveCount(1)
  await expect(field).toHaveValue('')
  expect(await read()).toEqual({ commentCount: 1, likeCount: 0 })
})
