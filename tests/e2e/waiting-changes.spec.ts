import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import { makePhoto } from '../support/photos.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, startParty, test, whenControlled } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('Q26: a like and a comment made offline are done once', async ({
  venue,
  watch,
  party,
  client,
}) => {
  const post = await addPost(client, party)
  const address = `${venue.url}/${party.event.event_hash}/post/${post.id}`
  const browser = await createKillableBrowser()
  try {
    const first = await browser.open()
    await enter(first, party.guest)
    const page = await first.newPage()
    await page.goto(address)
    await whenControlled(page)
    await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
    venue.relay.set({ refuse: true })
    await page.getByRole('button', { name: texts.post.like }).click()
    await page.getByRole('button', { name: texts.post.unlike }).click()
    await page.getByRole('button', { name: texts.post.like }).click()
    await comment(page, 'How lovely')
    await whenKept(page, 4)
    await browser.kill9()
    venue.heal()

    const second = await browser.open()
    watch(second)
    await enter(second, party.guest)
    const again = await second.newPage()
    await again.goto(address)
    await expect
      .poll(() => readPost(client, party, post.id))
      .toMatchObject({
        likeCount: 1,
        Likes: [{ userId: party.guest.user.id }],
        commentCount: 1,
        Comments: [{ content: 'How lovely' }],
      })
    await expect(again.getByText('How lovely')).toHaveCount(1)
    await expect(again.getByRole('button', { name: texts.post.unlike })).toBeVisible()
    await expect(again.locator('[data-unsent]')).toHaveCount(0)
  } finally {
    await browser.close()
  }
})

test('a waiting comment whose post has gone is taken back', async ({ page, venue, client }) => {
  const { event, owner, post } = await openPost(page, venue)
  venue.relay.set({ refuse: true })
  await comment(page, 'Too late')
  await expect(page.locator('[data-unsent]')).toHaveText(/Too late/)
  await whenKept(page, 1)
  const params = { event_hash: event.event_hash, post_id: post.id }
  await client.call(api.deletePost, { params, token: owner.token })
  venue.heal()
  await page.goto('/')
  await expect(
    page.getByRole('alertdialog', { name: texts.post.commentRefused('Too late') }),
  ).toBeVisible()
})

test('what waits is neither seen nor sent under another @full', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { post, ...party } = await openPost(page, venue)
  const { event, owner, guest } = party
  venue.relay.set({ refuse: true })
  await page.getByRole('button', { name: texts.post.like }).click()
  await comment(page, 'For later')
  await whenKept(page, 2)
  await page.goto('/profile')
  const signOut = page.getByRole('button', { name: texts.profile.signOut, exact: true })
  await signOut.click()
  const question = page.getByRole('alertdialog', {
    name: texts.profile.onlyHere({ photos: 0, comments: 1, others: 1 }),
  })
  await question.getByRole('button', { name: texts.common.cancel }).click()
  await signOut.click()
  await question.getByRole('button', { name: texts.profile.keepUntilBack }).click()
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()

  venue.heal()
  await enter(context, owner)
  await page.goto(`/${event.event_hash}/post/${post.id}`)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  // A like of the other's goes all the way meanwhile.
  await page.getByRole('button', { name: texts.post.like }).click()
  const seen = () => readPost(client, party, post.id)
  await expect.poll(seen).toMatchObject({ Likes: [{ userId: owner.user.id }], commentCount: 0 })
  await expect(page.getByText('For later')).toHaveCount(0)

  await enter(context, await client.signInAgain(guest))
  await page.goto(`/${event.event_hash}/post/${post.id}`)
  await expect
    .poll(seen)
    .toMatchObject({ likeCount: 2, commentCount: 1, Comments: [{ content: 'For later' }] })
})

/** A party whose guest looks at a post of its owner's, and the worker with it. */
async function openPost(page: Page, venue: Venue): Promise<Party & { post: Post }> {
  const party = await startParty(venue)
  const post = await addPost(venue.client, party)
  await enter(page.context(), party.guest)
  await page.goto(`/${party.event.event_hash}/post/${post.id}`)
  await whenControlled(page)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  return { ...party, post }
}

async function addPost(client: ApiClient, { event, owner }: Party): Promise<Post> {
  const { body } = await client.upload(event, owner, await makePhoto({ width: 640, height: 480 }))
  return client.whenProcessed(event, owner, (body.post as Post).id)
}

async function readPost(client: ApiClient, { event, guest }: Party, post_id: number) {
  const params = { event_hash: event.event_hash, post_id }
  const { body } = await client.call(api.getPost, { params, token: guest.token })
  return body.post as Post
}

async function comment(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill(words)
  await page.keyboard.press('Enter')
}

/** Waits until so many likes and comments wait in the outbox for the network. */
async function whenKept(page: Page, count: number): Promise<void> {
  const waiting = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('orma-outbox')
        request.addEventListener('success', () => resolve(request.result))
      })
      const items = await new Promise<{ kind: string; reasonCode: string | null }[]>((resolve) => {
        const request = db.transaction('items').objectStore('items').getAll()
        request.addEventListener('success', () => resolve(request.result))
      })
      db.close()
      const changes = items.filter(({ kind }) => kind !== 'photo')
      const isTried = changes.some(({ reasonCode }) => reasonCode === 'no_network')
      return isTried ? changes.length : 0
    })
  await expect.poll(waiting).toBe(count)
}
