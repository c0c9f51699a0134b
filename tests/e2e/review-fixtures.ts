import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event, Post, ReviewReason } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { makeBrokenPhoto } from '../support/photos.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts } from './offline-fixtures.ts'
import { enter, expect, startParty } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

interface ReviewParty extends Party {
  /** Photos of the guest that wait for the owner, in the order in which they came. */
  flagged: Post[]
}

/** An Orma whose owner looks at every photo, with so many of a guest's that wait: for that alone, or as may show nudity. */
export async function startReview(
  venue: Venue,
  count: number,
  reason: ReviewReason = 'review',
): Promise<ReviewParty> {
  const party = await startParty(venue)
  const { event, owner, guest } = party
  await setReviewAll(venue, party, true)
  const flagged = await addPosts(venue.client, event, guest, count)
  expect(flagged.map(({ status }) => status)).toEqual(flagged.map(() => 'FAILEDBYNUDITY'))
  expect(owner.user.id).not.toBe(guest.user.id)
  setReason(venue, party, reason)
  return { ...party, flagged }
}

/** The check finds nudity in no photo that a test has. */
function setReason({ orma }: Venue, { event }: Party, reason: ReviewReason): void {
  const db = new DatabaseSync(join(orma.dataDir, 'orma.db'), { timeout: 10_000 })
  db.prepare('update posts set review_reason = ? where event_id = ?').run(reason, event.id)
  db.close()
}

/** Such an Orma with its owner on the page of what waits. */
export async function openReview(
  page: Page,
  venue: Venue,
  ...what: [count: number, reason?: ReviewReason]
): Promise<ReviewParty> {
  const party = await startReview(venue, ...what)
  await enter(page.context(), party.owner)
  await page.goto(`/${party.event.event_hash}/review`)
  return party
}

export async function setReviewAll(
  { client }: Venue,
  { event: { event_hash }, owner: { token } }: Pick<Party, 'event' | 'owner'>,
  reviewAll: boolean,
): Promise<void> {
  const form = toForm({ reviewAll: String(reviewAll) })
  const { status } = await client.call(api.updateEvent, { params: { event_hash }, token, form })
  expect(status).toBe(200)
}

/** A guest's photo that the server takes, and then cannot process. */
export async function addBroken({ client }: Venue, { event, guest }: Party): Promise<Post> {
  const { body } = await client.upload(event, guest, await makeBrokenPhoto())
  const post = await client.whenProcessed(event, guest, (body.post as Post).id)
  expect(post.status).toBe('FAILEDPROCESSING')
  return post
}

/** What the server says of a post to somebody: its status, or that there is none. */
export async function statusOf(
  { client }: Venue,
  { event_hash }: Event,
  post_id: number | undefined,
  person?: Person,
): Promise<string | number> {
  const params = { event_hash, post_id: post_id ?? 0 }
  const token = person?.token
  const { status, body } = await client.call(api.getPost, {
    params,
    ...(token === undefined ? {} : { token }),
  })
  return status === 200 ? (body as { post: Post }).post.status : status
}

/** Of the list, with and without videos. */
const TITLE = /^Photos( and videos)? to review$/
const review = (page: Page) => page.getByRole('list', { name: TITLE })
const feed = (page: Page) => page.getByRole('list', { name: texts.event.liveFeed, exact: true })

/** What tells the owner on the Orma's page that photos wait. */
export const strip = (page: Page): Locator => page.getByRole('region', { name: TITLE })

/** The photos that wait, as far as they are shown. */
export const cards = (page: Page): Locator => review(page).getByRole('listitem')

export const card = (page: Page, post: Post | undefined): Locator =>
  review(page).locator(`[data-post="${post?.id}"]`)

/** The photo on a card, veiled or not. */
export const photoOf = (page: Page, post: Post | undefined): Locator =>
  card(page, post).getByRole('button').first()

/** The photos of the feed. */
export const tiles = (page: Page): Locator => feed(page).getByRole('listitem')

export const tile = (page: Page, post: Post | undefined): Locator =>
  feed(page).locator(`[data-post="${post?.id}"]`)

/** Approves or rejects a photo that is shown, and confirms it. */
export async function decide(
  page: Page,
  post: Post | undefined,
  way: 'approve' | 'reject',
): Promise<void> {
  const name = post?.User.name ?? ''
  const isApproved = way === 'approve'
  const label = isApproved ? texts.review.approvePhotoBy(name) : texts.review.rejectPhotoBy(name)
  await card(page, post).getByRole('button', { name: label }).press('Enter')
  const question = page.getByRole('alertdialog', {
    name: isApproved ? texts.review.approveQuestion : texts.post.deleteWarning,
  })
  await question.getByRole('button', { name: texts.review[way], exact: true }).click()
  await expect(question).toHaveCount(0)
}

/** The name under which the bytes of a flagged photo are served. */
export function mediaName({ image_url }: Post): string {
  const [, name] = /^\/media\/([\da-f]{32})\//.exec(image_url ?? '') ?? []
  if (!name) throw new Error(`${image_url} is no photo's address`)
  return name
}
