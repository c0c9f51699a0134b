import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { freshModeration, idsOf } from './moderation-fixtures.ts'

const orma = freshModeration()
const { api, owner, author, stranger, event } = orma

describe('PUT /events/{event_hash}/getfailedbynudity/{post_id}', () => {
  // Specification: 7.17
  it('shows the photo to all, at the place of its approval, counted once', async () => {
    const { id } = await orma.addFlagged()
    const newer = await api.addPost(event, stranger)
    expect(idsOf(await orma.feed())).toEqual([newer.id])
    const { post_count = 0, feed_version = 0, storage_bytes } = await orma.readEvent()
    api.clock.advance(60_000)
    const approvedAt = new Date(api.clock.ms).toISOString()
    const reply = await orma.approve(id, owner)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      success: true,
      post: { id, status: 'COMPLETED', createdAt: approvedAt },
    })
    expect(reply.body.post).not.toHaveProperty('reviewReason')
    expect(reply.body.post.image_url).toMatch(/full\.jpg$/)
    expect(await orma.feed()).toEqual([reply.body.post, expect.objectContaining({ id: newer.id })])
    const counts = await orma.readEvent()
    expect(counts).toMatchObject({ post_count: post_count + 1, storage_bytes })
    expect(counts.feed_version).toBeGreaterThan(feed_version)
    expect((await orma.flagged(owner)).body.data).toEqual([])

    api.clock.advance(60_000)
    expect((await orma.approve(id, owner)).body).toEqual(reply.body)
    expect(await orma.readEvent()).toEqual(counts)
  })

  it('approves or rejects, never both, when both are asked at the same moment', async () => {
    const { id } = await orma.addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    const [approved, rejected] = await Promise.all([
      orma.approve(id, owner),
      api.request(calls.deletePost, { params, ...author }),
    ])
    expect(rejected.status).toBe(204)
    expect([200, 404]).toContain(approved.status)
    expect(await orma.feed()).toEqual([])
    expect(await orma.readEvent()).toMatchObject({ post_count: 0, storage_bytes: 0 })
  })

  it('puts the photo into its burst, of which nobody was told before', async () => {
    const traits = { perceptual_hash: '0123456789abcdef', sharpness: 1, color: '#336699' }
    const shown = await api.addPost(event, stranger, { traits })
    const { id } = await api.addPost(event, author, { status: 'FAILEDBYNUDITY', traits })
    expect(await orma.feed()).not.toMatchObject([{ burst: expect.anything() }])
    const { body } = await orma.approve(id, owner)
    expect(body.post.burst).toBe(shown.id)
    expect(await orma.feed()).toMatchObject([
      { id, burst: shown.id },
      { id: shown.id, burst: shown.id },
    ])
  })

  it.each(['READYFORPROCESSING', 'FAILEDPROCESSING'] as const)(
    'refuses a photo that is %s: there is nothing to show of it',
    async (status) => {
      const { id } = await api.addPost(event, author, { status })
      const reply = await orma.approve(id, owner)
      expect([reply.status, reply.body.code]).toEqual([409, 'not_flagged'])
      expect(await orma.feed()).toEqual([])
    },
  )
})

describe('PUT /events/{event_hash}/getfailedbynudity', () => {
  it('approves several once, and leaves out what is gone, foreign or unprocessed', async () => {
    const [one, two, kept] = [
      await orma.addFlagged(),
      await orma.addFlagged(stranger),
      await orma.addFlagged(),
    ]
    const shown = await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const foreign = await orma.addFlagged(author, 'nudity', await api.createOrma(owner))
    api.clock.advance(1000)
    const ids = [two.id, one.id, one.id, shown.id, waiting.id, foreign.id, 999_999, 1e300]
    const reply = await orma.approveAll(ids, owner)
    expect(reply.status).toBe(200)
    expect(idsOf(reply.body.posts)).toEqual([two.id, one.id, shown.id])
    expect(idsOf(await orma.feed())).toEqual([two.id, one.id, shown.id])
    expect(idsOf((await orma.flagged(owner)).body.data)).toEqual([kept.id])
    expect(await orma.readEvent()).toMatchObject({ post_count: 3 })
    expect((await orma.approveAll(ids, owner)).body).toEqual(reply.body)
    expect(await orma.readEvent()).toMatchObject({ post_count: 3 })
  })

  it('approves each once when two lists that overlap come at once', async () => {
    const ids = [
      (await orma.addFlagged()).id,
      (await orma.addFlagged()).id,
      (await orma.addFlagged()).id,
    ]
    const replies = await Promise.all([
      orma.approveAll(ids, owner),
      orma.approveAll(ids.toReversed(), owner),
      orma.approveAll(ids.slice(1), owner),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await orma.readEvent()).toMatchObject({ post_count: 3 })
  })

  it('is the owner’s alone, and takes 1 to 100 ids', async () => {
    const { id } = await orma.addFlagged()
    expect((await orma.approveAll([id])).status).toBe(401)
    for (const person of [author, stranger]) {
      expect((await orma.approveAll([id], person)).body.code).toBe('owner_only')
    }
    for (const ids of [[], 'all', [0], ['1'], Array.from({ length: 101 }, () => id)]) {
      expect((await orma.approveAll(ids, owner)).status).toBe(400)
    }
    expect(await orma.feed()).toEqual([])
  })
})
