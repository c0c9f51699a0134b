import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { expect, signIn, startParty, test } from './venue-fixtures.ts'

test('comments edited and deleted without a network show so at once, and are so when it is back', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  if (!post) throw new Error('there is no post')
  await addComment(venue.client, post, guest, 'Frist words')
  await addComment(venue.client, post, guest, 'Second words')
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/post/${post.id}`)
  const first = page.locator('li.cm', { hasText: 'Frist words' })
  await expect(first).toBeVisible()
  venue.relay.set({ refuse: true })

  await first.getByRole('button', { name: texts.post.editComment }).click()
  await page.getByRole('textbox', { name: texts.post.editComment }).fill('First words')
  await page.keyboard.press('Enter')
  await expect(page.locator('li.cm[data-unsent]')).toHaveText(/First words/)
  await page
    .locator('li.cm', { hasText: 'Second words' })
    .getByRole('button', { name: texts.post.deleteComment })
    .click()
  await expect(page.getByText('Second words')).toHaveCount(0)
  await page.reload()
  await expect(page.locator('li.cm[data-unsent]')).toHaveText(/First words/)
  await expect(page.getByText('Second words')).toHaveCount(0)

  venue.heal()
  await expect
    .poll(() => readPost(venue.client, event, post.id))
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'First words' }] })
  await expect(page.locator('li.cm:not([data-unsent])')).toHaveText(/First words/)
})

test('a photo deleted without a network is gone here at once, and for everyone when it is back', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post, other] = await addPosts(venue.client, event, owner, 2)
  if (!post) throw new Error('there is no post')
  await signIn(context, venue, owner)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  await expect(page.locator(`li[data-post="${other?.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  await page.reload()
  await expect(page.locator(`li[data-post="${other?.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  venue.heal()
  await expect.poll(() => readStatus(venue.client, event, post.id)).toBe(404)
})

test('a deletion that the server refuses is taken back with a word', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 2)
  if (!post) throw new Error('there is no post')
  await signIn(context, venue, owner)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  venue.gateway.judge(({ method }) => (method === 'DELETE' ? { status: 403 } : 'pass'))
  venue.relay.heal()
  await expect(page.getByRole('alertdialog', { name: texts.post.deleteRefused })).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(1)
})

async function deleteShown(page: Page, post: Post): Promise<void> {
  await page.locator(`li[data-post="${post.id}"] a`).click()
  await page.getByRole('button', { name: texts.post.delete }).first().click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: texts.common.delete, exact: true })
    .click()
  // Deleted, or waiting in the outbox: until then the post view stays.
  await expect(page).toHaveURL(`/${post.event_hash}`)
}

async function addComment(client: ApiClient, post: Post, { token }: Person, content: string) {
  const params = { event_hash: post.event_hash, post_id: post.id }
  await client.call(api.addComment, { params, json: { content }, token })
}

async function readPost(client: ApiClient, { event_hash }: Event, post_id: number) {
  const { body } = await client.call(api.getPost, { params: { event_hash, post_id } })
  return body.post as Post
}

async function readStatus(client: ApiClient, { event_hash }: Event, post_id: number) {
  return (await client.call(api.getPost, { params: { event_hash, post_id } })).status
}
