import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { confirmDeletion } from './people.ts'
import { comments, sentComments, waitingComments } from './post-comments.ts'
import { enter, driveAll, expect, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('comments edited and deleted offline show so at once', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
  client,
  path,
}) => {
  const [post] = await addPhotos(1)
  if (!post) throw new Error('there is no post')
  await addComment(client, post, guest, 'Frist words')
  await addComment(client, post, guest, 'Second words')
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.goto(`${path}/post/${post.id}`)
  const first = comments(page).filter({ hasText: 'Frist words' })
  await expect(first).toBeVisible()
  venue.relay.set({ refuse: true })

  await first.getByRole('button', { name: texts.post.editComment }).click()
  await page.getByRole('textbox', { name: texts.post.editComment }).fill('First words')
  await page.keyboard.press('Enter')
  await expect(waitingComments(page)).toHaveText(/First words/)
  await comments(page)
    .filter({ hasText: 'Second words' })
    .getByRole('button', { name: texts.post.deleteComment })
    .click()
  await confirmDeletion(page, texts.post.deleteCommentQuestion)
  await expect(page.getByText('Second words')).toHaveCount(0)
  await page.reload()
  await expect(waitingComments(page)).toHaveText(/First words/)
  await expect(page.getByText('Second words')).toHaveCount(0)

  venue.heal()
  await driveAll(page, venue)
  await expect
    .poll(() => readPost(client, event, post.id))
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'First words' }] })
  await expect(sentComments(page)).toHaveText([/First words/])
})

test('a photo deleted offline is gone at once @full', async ({ page, venue, client }) => {
  const { event, post, other } = await openOwnFeed(page, venue)
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  await expect(page.locator(`li[data-post="${other.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  await page.reload()
  await expect(page.locator(`li[data-post="${other.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  venue.heal()
  await expect.poll(() => readStatus(client, event, post.id)).toBe(404)
})

test('My photos are their user’s alone @full', async ({
  page,
  context,
  venue,
  event,
  owner,
  guest,
  addPhotos,
}) => {
  await addPhotos(1, guest)
  await enter(context, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/upload`)
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  const photos = page.getByRole('main').getByRole('listitem')
  await expect(photos).toHaveCount(1)
  await page.goBack()
  // Another tab signs somebody else in, and the line does not answer for what is theirs.
  await enter(context, owner)
  venue.gateway.judge(({ path }) => (path.endsWith('/own_posts') ? { status: 500 } : 'pass'))
  const verified = page.waitForResponse(/\/users\/verify$/)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await (await verified).finished()
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  await expect(page.getByText(texts.ownPhotos.failed)).toBeVisible()
  await expect(photos).toHaveCount(0)
})

/** The feed of an Orma with two photos of its owner's, who is signed in. */
async function openOwnFeed(page: Page, venue: Venue) {
  const { event, owner } = await startParty(venue)
  const [post, other] = await addPosts(venue.client, event, owner, 2)
  if (!post || !other) throw new Error('there are no posts')
  await enter(page.context(), owner)
  await visit(page, venue.url, event)
  return { event, post, other }
}

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
