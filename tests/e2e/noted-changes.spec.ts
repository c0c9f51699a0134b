import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

const WORDS = 'What a night!'

interface Scene {
  page: Page
  client: ApiClient
  event: Event
  post_id: number
}

/** A post's page. `read`: what the server has of the post. */
async function openPost({ page, client, event: { event_hash }, post_id }: Scene) {
  const params = { event_hash, post_id }
  const address = `/${event_hash}/post/${post_id}`
  const read = async () => {
    const { commentCount, likeCount } = (await client.call(api.getPost, { params })).body.post
    return { commentCount, likeCount }
  }
  await page.goto(address)
  return { address, read, ...placesOn(page) }
}

function placesOn(page: Page) {
  const post = page.getByRole('article').first()
  return {
    field: post.getByPlaceholder(texts.post.commentPlaceholder),
    shown: page.getByRole('listitem').filter({ hasText: WORDS }),
    like: post.getByRole('button', { name: texts.post.like, exact: true }),
    unlike: post.getByRole('button', { name: texts.post.unlike, exact: true }),
  }
}

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
  client,
  event,
  post_id,
}) => {
  await holdWrites(page)
  const { field, shown, like, unlike, read } = await openPost({ page, client, event, post_id })
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

test('a comment of a closed page is sent by the next one, once', async ({
  page,
  context,
  client,
  event,
  post_id,
}) => {
  await holdWrites(page)
  const { address, field, shown, read } = await openPost({ page, client, event, post_id })
  await field.fill(WORDS)
  await field.press('Enter')
  await expect(shown).toHaveCount(1)
  await page.close()
  const next = await context.newPage()
  await next.goto(address)
  const there = placesOn(next)
  await expect(there.shown).toHaveCount(1)
  await expect(there.field).toHaveValue('')
  await expect.poll(read).toEqual({ commentCount: 1, likeCount: 0 })
})

test('the words of a comment are on the device until the outbox has them', async ({
  page,
  client,
  event,
  post_id,
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
  const { field, shown } = await openPost({ page, client, event, post_id })
  await field.fill(WORDS)
  await field.press('Enter')
  known.resolve()
  await expect(shown).toHaveCount(1)
  await expect(field).toHaveValue('')
  await expect(page).not.toHaveTitle('lost')
})

test('a comment that the outbox has is there once, and not in its field', async ({
  page,
  client,
  event,
  post_id,
}) => {
  // As where a page is closed between the two.
  await page.addInitScript(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if ((navigation as PerformanceNavigationTiming).type === 'reload') return
    Storage.prototype.removeItem = () => undefined
  })
  const { field, shown, read } = await openPost({ page, client, event, post_id })
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
