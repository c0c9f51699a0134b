import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { COMMENT_MAX } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'
import { confirmDeletion } from './people.ts'
import { visit } from './offline-fixtures.ts'
import { comments } from './post-comments.ts'

test.use(HEADLESS_SHELL)

const field = (page: Page) => page.getByRole('textbox', { name: texts.post.commentPlaceholder })
const left = (page: Page) => page.getByRole('article').getByRole('status')

async function readPost({ client }: Venue, { event, guest }: Party, { id: post_id }: Post) {
  const params = { event_hash: event.event_hash, post_id }
  return (await client.call(api.getPost, { params, token: guest.token })).body.post as Post
}

async function paste(page: Page, words: string): Promise<void> {
  await field(page).focus()
  await page.keyboard.insertText(words)
}

test('a comment has 200 characters as people count them', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
}) => {
  const [post] = await addPhotos(1, party.guest)
  await enter(context, party.guest)
  await page.goto(`/${party.event.event_hash}/post/${post!.id}`)

  const hearts = '💛'.repeat(150)
  await paste(page, hearts)
  await expect(field(page)).toHaveValue(hearts)
  await expect(left(page)).toBeHidden()
  await paste(page, 'x'.repeat(31))
  await expect(left(page)).toHaveText(texts.post.charactersLeft(19))
  await paste(page, 'y'.repeat(40))
  const full = `${hearts}${'x'.repeat(31)}${'y'.repeat(19)}`
  await expect(field(page)).toHaveValue(full)
  await expect(left(page)).toHaveText(texts.post.charactersLeft(0))
  // What does not fit in between leaves alone what stands behind it.
  await page.keyboard.press('Home')
  await paste(page, 'z')
  await expect(field(page)).toHaveValue(full)

  await page.keyboard.press('Enter')
  await expect(comments(page)).toContainText([full])
  await expect(field(page)).toHaveValue('')
  expect([...full]).toHaveLength(COMMENT_MAX)
  await expect
    .poll(() => readPost(venue, party, post!))
    .toMatchObject({ Comments: [{ content: full }] })
})

test('two comments of the same words written offline are two @full', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
}) => {
  const [post] = await addPhotos(1, party.guest)
  await enter(context, party.guest)
  await visit(page, venue.url, party.event)
  await page.goto(`/${party.event.event_hash}/post/${post!.id}`)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  venue.relay.set({ refuse: true })
  for (const count of [1, 2]) {
    await paste(page, 'Wow')
    await page.keyboard.press('Enter')
    await expect(comments(page).filter({ hasText: texts.post.waiting })).toHaveCount(count)
  }
  await page.reload()
  await expect(comments(page).filter({ hasText: texts.post.waiting })).toHaveCount(2)

  venue.heal()
  await expect.poll(() => readPost(venue, party, post!)).toMatchObject({ commentCount: 2 })
  await expect(comments(page).filter({ hasText: texts.post.waiting })).toHaveCount(0)
  await expect(comments(page)).toContainText(['Wow', 'Wow'])
})

test('the next comments take the place of deleted ones', async ({
  page,
  context,
  event,
  guest,
  addPhotos,
  client,
  path,
}) => {
  const [post] = await addPhotos(1, guest)
  const params = { event_hash: event.event_hash, post_id: post!.id }
  for (let number = 1; number <= 8; number += 1) {
    const json = { ...params, content: `Comment ${number}` }
    await client.call(api.addComment, { params, token: guest.token, json })
  }
  await enter(context, guest)
  await page.goto(`${path}/post/${post!.id}`)
  await expect(comments(page)).toContainText(['Comment 8', 'Comment 7', 'Comment 6'])
  for (let left = 7; left >= 5; left -= 1) {
    await page.getByRole('button', { name: texts.post.deleteComment }).first().click()
    await confirmDeletion(page, texts.post.deleteCommentQuestion)
    const next = [0, 1, 2].map((later) => `Comment ${left - later}`)
    await expect(comments(page)).toContainText(next)
    await expect(comments(page)).toHaveCount(3)
  }
  await page.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(comments(page)).toHaveCount(5)
  await expect(page.getByRole('button', { name: texts.post.viewAll })).toHaveCount(0)
})

test('comments that cannot be loaded are said to be missing', async ({
  page,
  venue,
  event,
  guest,
  addPhotos,
  client,
}) => {
  const [post] = await addPhotos(1, guest)
  const params = { event_hash: event.event_hash, post_id: post!.id }
  for (let number = 1; number <= 5; number += 1) {
    const json = { ...params, content: `Comment ${number}` }
    await client.call(api.addComment, { params, token: guest.token, json })
  }
  venue.gateway.judge(({ path }) => (path.endsWith('/comments/all') ? { status: 500 } : 'pass'))
  await page.goto(`/${event.event_hash}/post/${post!.id}`)
  const viewAll = page.getByRole('button', { name: texts.post.viewAll })
  await viewAll.click()
  await expect(page.getByText(texts.post.commentsFailed)).toBeVisible()
  await expect(comments(page)).toHaveCount(3)
  venue.heal()
  await viewAll.click()
  await expect(comments(page)).toHaveCount(5)
  await expect(page.getByText(texts.post.commentsFailed)).toHaveCount(0)
})
