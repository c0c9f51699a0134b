import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts, readCached, visit } from './offline-fixtures.ts'
import { confirmDeletion } from './people.ts'
import { comments, sentComments, waitingComments } from './post-comments.ts'
import { driveAll, expect, signIn, startParty, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

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
    .poll(() => readPost(venue.client, event, post.id))
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'First words' }] })
  await expect(sentComments(page)).toHaveText([/First words/])
})

test('a photo deleted without a network is gone here at once, and for everyone when it is back @full', async ({
  page,
  venue,
}) => {
  const { event, post, other } = await openOwnFeed(page, venue)
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  await expect(page.locator(`li[data-post="${other.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  await page.reload()
  await expect(page.locator(`li[data-post="${other.id}"]`)).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  venue.heal()
  await expect.poll(() => readStatus(venue.client, event, post.id)).toBe(404)
})

test('a photo deleted without a network does not come back into the feed from what the server tells before it hears of it @full', async ({
  page,
  venue,
}) => {
  const { event, post, other } = await openOwnFeed(page, venue)
  venue.gateway.judge(({ method }) => (method === 'DELETE' ? { status: 503 } : 'pass'))
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  const tileOf = ({ id }: Post) => page.locator(`li[data-post="${id}"]`)
  await expect(tileOf(post)).toHaveCount(0)
  venue.relay.heal()
  await expect.poll(() => readCached(page, 'posts', [event.event_hash, post.id])).toBeDefined()
  await page.reload()
  await expect(tileOf(other)).toBeVisible()
  await expect(tileOf(post)).toHaveCount(0)
})

test('a photo deleted in My photos without a network is gone from them at once, after a reload too, and for everyone when it is back @full', async ({
  page,
  venue,
}) => {
  const { event, post, other, photos, linkTo } = await openMyPhotos(page, venue)
  venue.relay.set({ refuse: true })
  await deleteListed(page, post)
  await expect(linkTo(post)).toHaveCount(0)
  await page.reload()
  await expect(linkTo(other)).toBeVisible()
  await expect(photos).toHaveCount(1)

  venue.heal()
  await expect.poll(() => readStatus(venue.client, event, post.id)).toBe(404)
  await page.getByRole('button', { name: texts.common.close }).click()
  await expect(page).toHaveURL(`/${event.event_hash}`)
  await page.goto(`/${event.event_hash}/myphotos`)
  await expect(linkTo(other)).toBeVisible()
  await expect(photos).toHaveCount(1)
})

test('a photo of My photos that the worker deletes later does not come back from what was kept meanwhile @full', async ({
  page,
  venue,
}) => {
  const { event, guest, post, other, photos, linkTo } = await openMyPhotos(page, venue)
  venue.gateway.judge(({ method }) => (method === 'DELETE' ? { status: 503 } : 'pass'))
  venue.relay.set({ refuse: true })
  await deleteListed(page, post)
  await expect(linkTo(post)).toHaveCount(0)
  // The server, which still has it, is asked for all of them once more.
  venue.relay.heal()
  await page.reload()
  await expect
    .poll(() => readCached(page, 'answers', ['user', 'own', event.event_hash, guest.user.id]))
    .toMatchObject({ data: { pages: [[{ id: other.id }, { id: post.id }]] } })
  await expect(linkTo(other)).toBeVisible()
  await expect(photos).toHaveCount(1)

  // Of this page nothing hears what the worker does.
  await page.goto('/privacy')
  venue.gateway.judge()
  await driveAll(page, venue)
  await expect.poll(() => readStatus(venue.client, event, post.id)).toBe(404)
  venue.relay.set({ refuse: true })
  await page.goto(`/${event.event_hash}/myphotos`)
  await expect(linkTo(other)).toBeVisible()
  await expect(photos).toHaveCount(1)
})

test('My photos are their user’s alone: the next one to sign in on the same page is shown none of them @full', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  await addPosts(venue.client, event, guest, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/upload`)
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  const photos = page.getByRole('main').getByRole('listitem')
  await expect(photos).toHaveCount(1)
  await page.goBack()
  // Another tab signs somebody else in, and the line does not answer for what is theirs.
  await signIn(context, venue, owner)
  venue.gateway.judge(({ path }) => (path.endsWith('/own_posts') ? { status: 500 } : 'pass'))
  const verified = page.waitForResponse(/\/users\/verify$/)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await (await verified).finished()
  await page.getByRole('link', { name: texts.upload.myPhotos }).click()
  await expect(page.getByText(texts.ownPhotos.failed)).toBeVisible()
  await expect(photos).toHaveCount(0)
})

test('a deletion that the server refuses is taken back with a word @full', async ({
  page,
  venue,
}) => {
  const { post } = await openOwnFeed(page, venue)
  venue.relay.set({ refuse: true })
  await deleteShown(page, post)
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(0)
  venue.gateway.judge(({ method }) => (method === 'DELETE' ? { status: 403 } : 'pass'))
  venue.relay.heal()
  await expect(page.getByRole('alertdialog', { name: texts.post.deleteRefused })).toBeVisible()
  await expect(page.locator(`li[data-post="${post.id}"]`)).toHaveCount(1)
})

/** The feed of an Orma with two photos of its owner's, who is signed in. */
async function openOwnFeed(page: Page, venue: Venue) {
  const { event, owner } = await startParty(venue)
  const [post, other] = await addPosts(venue.client, event, owner, 2)
  if (!post || !other) throw new Error('there are no posts')
  await signIn(page.context(), venue, owner)
  await visit(page, venue.url, event)
  return { event, post, other }
}

/** My photos of a guest with two of them. */
async function openMyPhotos(page: Page, venue: Venue) {
  const { event, guest } = await startParty(venue)
  const [post, other] = await addPosts(venue.client, event, guest, 2)
  if (!post || !other) throw new Error('there are no posts')
  await signIn(page.context(), venue, guest)
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/myphotos`)
  const photos = page.getByRole('main').getByRole('listitem')
  const linkTo = ({ id }: Post) => photos.locator(`a[href$="/post/${id}"]`)
  await expect(photos).toHaveCount(2)
  return { event, guest, post, other, photos, linkTo }
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

/** Deletes one of My photos. */
async function deleteListed(page: Page, post: Post): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="/post/${post.id}"]`) })
    .getByRole('button', { name: texts.post.delete })
    .click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: texts.common.delete, exact: true }).click()
  await expect(question).toHaveCount(0)
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
