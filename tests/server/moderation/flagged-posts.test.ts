import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post, ReviewReason } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { flagPost } from '../../../server/moderation/flagged-posts.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

const { api, owner, guest: author, stranger, event } = freshOrma()

const ofEvent = () => ({ event_hash: event.event_hash })

const addFlagged = (by = author, reviewReason: ReviewReason = 'nudity', of = event) =>
  api.addPost(of, by, { status: 'FAILEDBYNUDITY', reviewReason })

async function flagged(person: Person): Promise<Post[]> {
  const { status, body } = await api.request(calls.listFlaggedPosts, {
    params: ofEvent(),
    ...person,
  })
  expect(status).toBe(200)
  return body.data
}

const approve = (post_id: number) =>
  api.request(calls.approvePost, { params: { ...ofEvent(), post_id }, ...owner })

const approveAll = (post_ids: unknown) =>
  api.request(calls.approvePosts, { params: ofEvent(), body: { post_ids }, ...owner })

async function feed(): Promise<Post[]> {
  return (await api.request(calls.listPosts, { params: { ...ofEvent(), page: 1 } })).body
}

/** What the event counts. */
async function readEvent() {
  const row = await api.db.get<Record<string, number>>(
    sql`select post_count, storage_bytes, feed_version from events where id = ${event.id}`,
  )
  return row ?? {}
}

const idsOf = (posts: Post[]) => posts.map(({ id }) => id)

describe('flagPost', () => {
  it('has a photo wait for the owner, counted with its bytes, once', async () => {
    const { id } = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const { feed_version = 0 } = await readEvent()
    const probabilities = '{"Porn":0.9}'
    expect(await flagPost(api.db, id, 'nudity', { ...MADE, probabilities })).toBe(true)
    expect(await flagPost(api.db, id, 'review', MADE)).toBe(false)
    expect(await readEvent()).toEqual({
      post_count: 0,
      storage_bytes: 1500,
      feed_version: feed_version + 1,
    })
    const row = sql`select status, review_reason, probabilities, published_at from posts where id = ${id}`
    expect(await api.db.get(row)).toEqual({
      status: 'FAILEDBYNUDITY',
      review_reason: 'nudity',
      probabilities,
      published_at: null,
    })
  })
})

describe('GET /events/{event_hash}/getfailedbynudity', () => {
  // Specification: 7.16
  it('lists flagged posts for the owner, others’ own, newest first, with reasons', async () => {
    const first = await addFlagged(author, 'nudity')
    const foreign = await addFlagged(stranger, 'unchecked')
    const last = await addFlagged(author, 'review')
    await api.addPost(event, author)
    await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    await addFlagged(author, 'nudity', await api.createOrma(owner))
    const reasons = await flagged(owner)
    expect(reasons.map(({ id, reviewReason }) => [id, reviewReason])).toEqual([
      [last.id, 'review'],
      [foreign.id, 'unchecked'],
      [first.id, 'nudity'],
    ])
    expect(idsOf(await flagged(author))).toEqual([last.id, first.id])
    expect(idsOf(await flagged(stranger))).toEqual([foreign.id])
  })

  it('gives author and owner signed addresses in every answer', async () => {
    const { id, media_name } = await addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    for (const person of [author, owner]) {
      const posts: Post[] = [
        (await flagged(person))[0],
        (await api.request(calls.getPost, { params, ...person })).body.post,
        (await api.request(calls.listPendingPosts, { params, ...person })).body.posts[0],
      ]
      for (const post of posts) {
        expect(post).toMatchObject({ id, status: 'FAILEDBYNUDITY', reviewReason: 'nudity' })
        const address = new RegExp(
          `^/media/${media_name}/full.jpg\\?until=\\d+&signature=[\\w-]{43}$`,
        )
        expect(post.image_url).toMatch(address)
        expect(post.compressed_url).toMatch(/\/thumb.webp\?until=\d+&signature=[\w-]{43}$/)
      }
    }
    const own = await api.request(calls.listOwnPosts, { params, ...author })
    expect(own.body.posts).toMatchObject([{ id, reviewReason: 'nudity' }])
  })
})

describe('PUT /events/{event_hash}/getfailedbynudity/{post_id}', () => {
  // Specification: 7.17
  it('shows the photo to all, at the place of its approval, counted once', async () => {
    const { id } = await addFlagged()
    const newer = await api.addPost(event, stranger)
    expect(idsOf(await feed())).toEqual([newer.id])
    const { post_count = 0, feed_version = 0, storage_bytes } = await readEvent()
    api.clock.advance(60_000)
    const approvedAt = new Date(api.clock.ms).toISOString()
    const reply = await approve(id)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      success: true,
      post: { id, status: 'COMPLETED', createdAt: approvedAt },
    })
    expect(reply.body.post).not.toHaveProperty('reviewReason')
    expect(reply.body.post.image_url).toMatch(/full\.jpg$/)
    expect(await feed()).toEqual([reply.body.post, expect.objectContaining({ id: newer.id })])
    const counts = await readEvent()
    expect(counts).toMatchObject({ post_count: post_count + 1, storage_bytes })
    expect(counts.feed_version).toBeGreaterThan(feed_version)
    expect(await flagged(owner)).toEqual([])

    api.clock.advance(60_000)
    expect((await approve(id)).body).toEqual(reply.body)
    expect(await readEvent()).toEqual(counts)
  })

  it('approves or rejects, never both, when both are asked at the same moment', async () => {
    const { id } = await addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    const [approved, rejected] = await Promise.all([
      approve(id),
      api.request(calls.deletePost, { params, ...author }),
    ])
    expect(rejected.status).toBe(204)
    expect([200, 404]).toContain(approved.status)
    expect(await feed()).toEqual([])
    expect(await readEvent()).toMatchObject({ post_count: 0, storage_bytes: 0 })
  })

  it('puts the photo into its burst, of which nobody was told before', async () => {
    const traits = { perceptual_hash: '0123456789abcdef', sharpness: 1 }
    const shown = await api.addPost(event, stranger, { traits })
    const { id } = await api.addPost(event, author, { status: 'FAILEDBYNUDITY', traits })
    expect(await feed()).not.toMatchObject([{ burst: expect.anything() }])
    const { body } = await approve(id)
    expect(body.post.burst).toBe(shown.id)
    expect(await feed()).toMatchObject([
      { id, burst: shown.id },
      { id: shown.id, burst: shown.id },
    ])
  })

  it.each(['READYFORPROCESSING', 'FAILEDPROCESSING'] as const)(
    'refuses a photo that is %s: there is nothing to show of it',
    async (status) => {
      const { id } = await api.addPost(event, author, { status })
      const reply = await approve(id)
      expect([reply.status, reply.body.code]).toEqual([409, 'not_flagged'])
      expect(await feed()).toEqual([])
    },
  )
})

describe('PUT /events/{event_hash}/getfailedbynudity', () => {
  it('approves several once, and leaves out what is gone, foreign or unprocessed', async () => {
    const [one, two, kept] = [await addFlagged(), await addFlagged(stranger), await addFlagged()]
    const shown = await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const foreign = await addFlagged(author, 'nudity', await api.createOrma(owner))
    api.clock.advance(1000)
    const ids = [two.id, one.id, one.id, shown.id, waiting.id, foreign.id, 999_999, 1e300]
    const reply = await approveAll(ids)
    expect(reply.status).toBe(200)
    expect(idsOf(reply.body.posts)).toEqual([two.id, one.id, shown.id])
    expect(idsOf(await feed())).toEqual([two.id, one.id, shown.id])
    expect(idsOf(await flagged(owner))).toEqual([kept.id])
    expect(await readEvent()).toMatchObject({ post_count: 3 })
    expect((await approveAll(ids)).body).toEqual(reply.body)
    expect(await readEvent()).toMatchObject({ post_count: 3 })
  })

  it('approves each once when two lists that overlap come at once', async () => {
    const ids = [(await addFlagged()).id, (await addFlagged()).id, (await addFlagged()).id]
    const replies = await Promise.all([
      approveAll(ids),
      approveAll(ids.toReversed()),
      approveAll(ids.slice(1)),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readEvent()).toMatchObject({ post_count: 3 })
  })

  it('takes 1 to 100 ids', async () => {
    const { id } = await addFlagged()
    for (const ids of [[], 'all', [0], ['1'], Array.from({ length: 101 }, () => id)]) {
      expect((await approveAll(ids)).status).toBe(400)
    }
    expect(await feed()).toEqual([])
  })
})
