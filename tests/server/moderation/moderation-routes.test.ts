import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post, ReviewReason } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { flagPost } from '../../../server/moderation/flagged-posts.ts'
import { listenTo } from '../../support/live-listener.ts'
import { serveLive } from '../../support/live-server.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

let api: OrmaApi
let owner: Person
let author: Person
let stranger: Person
let event: Event

beforeEach(async () => {
  ;({ api, owner, guest: author, stranger, event } = await startOrmaPeople())
})

afterEach(() => api.close())

const addFlagged = (by = author, reviewReason: ReviewReason = 'nudity', of = event) =>
  api.addPost(of, by, { status: 'FAILEDBYNUDITY', reviewReason })

const flagged = (person?: Person) =>
  api.request(calls.listFlaggedPosts, { params: { event_hash: event.event_hash }, ...person })

const approve = (post_id: number, person?: Person, of = event) =>
  api.request(calls.approvePost, { params: { event_hash: of.event_hash, post_id }, ...person })

const approveAll = (post_ids: unknown, person?: Person, of = event) =>
  api.request(calls.approvePosts, {
    params: { event_hash: of.event_hash },
    body: { post_ids },
    ...person,
  })

const idsOf = (posts: Post[]) => posts.map(({ id }) => id)

async function feed(person?: Person): Promise<Post[]> {
  const params = { event_hash: event.event_hash, page: 1 }
  return (await api.request(calls.listPosts, { params, ...person })).body
}

async function readEvent() {
  const row = await api.db.get<Record<string, number>>(
    sql`select post_count, storage_bytes, feed_version from events where id = ${event.id}`,
  )
  return row ?? {}
}

describe('the list of what waits', () => {
  it('is told whole to the owner of an Orma where more waits than one statement may ask about', async () => {
    await addFlagged()
    // As many rows as a database takes values, and more.
    await api.db.run(sql`
      insert into posts (event_id, user_id, status, review_reason, sha256, size, type, media_name, original_date, timezone,
                         description, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 34000)
      select p.event_id, p.user_id, p.status, p.review_reason, p.sha256, p.size, p.type, 'many' || n, p.original_date,
             p.timezone, p.description, p.created_at
        from posts p, numbers where p.event_id = ${event.id}`)
    const { status, body } = await flagged(owner)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(34_001)
  })
})

describe('flagPost', () => {
  it('has a photo wait for the owner, counted with its bytes but not as shown, once', async () => {
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
  it('lists all flagged posts for the owner and their own for others, newest first, with the reason', async () => {
    const first = await addFlagged(author, 'nudity')
    const foreign = await addFlagged(stranger, 'unchecked')
    const last = await addFlagged(author, 'review')
    await api.addPost(event, author)
    await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    await addFlagged(author, 'nudity', await api.createOrma(owner))
    const { body } = await flagged(owner)
    const reasons = body.data.map(({ id, reviewReason }: Post) => [id, reviewReason])
    expect(reasons).toEqual([
      [last.id, 'review'],
      [foreign.id, 'unchecked'],
      [first.id, 'nudity'],
    ])
    expect(idsOf((await flagged(author)).body.data)).toEqual([last.id, first.id])
    expect(idsOf((await flagged(stranger)).body.data)).toEqual([foreign.id])
    expect((await flagged()).status).toBe(401)
  })

  it('gives author and owner signed addresses of the photo, in every answer that tells of it', async () => {
    const { id, media_name } = await addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    for (const person of [author, owner]) {
      const posts: Post[] = [
        (await flagged(person)).body.data[0],
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
  it('shows the photo to all, at the place of its approval, counted once', async () => {
    const { id } = await addFlagged()
    const newer = await api.addPost(event, stranger)
    expect(idsOf(await feed())).toEqual([newer.id])
    const { post_count = 0, feed_version = 0, storage_bytes } = await readEvent()
    api.clock.advance(60_000)
    const approvedAt = new Date(api.clock.ms).toISOString()
    const reply = await approve(id, owner)
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
    expect((await flagged(owner)).body.data).toEqual([])

    api.clock.advance(60_000)
    expect((await approve(id, owner)).body).toEqual(reply.body)
    expect(await readEvent()).toEqual(counts)
  })

  it('approves once when several devices ask at the same moment', async () => {
    const { id } = await addFlagged()
    const replies = await Promise.all([
      approve(id, owner),
      approveAll([id], owner),
      approve(id, owner),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readEvent()).toMatchObject({ post_count: 1 })
  })

  it('approves or rejects, never both, when both are asked at the same moment', async () => {
    const { id } = await addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    const [approved, rejected] = await Promise.all([
      approve(id, owner),
      api.request(calls.deletePost, { params, ...author }),
    ])
    expect(rejected.status).toBe(204)
    expect([200, 404]).toContain(approved.status)
    expect(await feed()).toEqual([])
    expect(await readEvent()).toMatchObject({ post_count: 0, storage_bytes: 0 })
  })

  it('puts the photo into its burst, of which nobody was told before', async () => {
    const traits = { perceptual_hash: '0123456789abcdef', sharpness: 1, color: '#336699' }
    const shown = await api.addPost(event, stranger, { traits })
    const { id } = await api.addPost(event, author, { status: 'FAILEDBYNUDITY', traits })
    expect(await feed()).not.toMatchObject([{ burst: expect.anything() }])
    const { body } = await approve(id, owner)
    expect(body.post.burst).toBe(shown.id)
    expect(await feed()).toMatchObject([
      { id, burst: shown.id },
      { id: shown.id, burst: shown.id },
    ])
  })

  it('is the owner’s alone, and tells others no more than that the photo does not exist', async () => {
    const { id } = await addFlagged()
    expect((await approve(id)).status).toBe(401)
    expect((await approve(id, stranger)).body.code).toBe('post_not_found')
    expect((await approve(id, author)).body.code).toBe('owner_only')
    const own = await api.createOrma(stranger)
    expect((await approve(id, stranger, own)).status).toBe(404)
    const shown = await api.addPost(event, author)
    expect((await approve(shown.id, stranger)).body.code).toBe('owner_only')
    expect((await approve(999_999, author)).status).toBe(404)
    expect(idsOf(await feed())).toEqual([shown.id])
  })

  it.each(['READYFORPROCESSING', 'FAILEDPROCESSING'] as const)(
    'refuses a photo that is %s: there is nothing to show of it',
    async (status) => {
      const { id } = await api.addPost(event, author, { status })
      const reply = await approve(id, owner)
      expect([reply.status, reply.body.code]).toEqual([409, 'not_flagged'])
      expect(await feed()).toEqual([])
    },
  )
})

describe('PUT /events/{event_hash}/getfailedbynudity', () => {
  it('approves several once, with those shown already, and leaves out what is gone, foreign or not processed', async () => {
    const [one, two, kept] = [await addFlagged(), await addFlagged(stranger), await addFlagged()]
    const shown = await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const foreign = await addFlagged(author, 'nudity', await api.createOrma(owner))
    api.clock.advance(1000)
    const ids = [two.id, one.id, one.id, shown.id, waiting.id, foreign.id, 999_999, 1e300]
    const reply = await approveAll(ids, owner)
    expect(reply.status).toBe(200)
    expect(idsOf(reply.body.posts)).toEqual([two.id, one.id, shown.id])
    expect(idsOf(await feed())).toEqual([two.id, one.id, shown.id])
    expect(idsOf((await flagged(owner)).body.data)).toEqual([kept.id])
    expect(await readEvent()).toMatchObject({ post_count: 3 })
    expect((await approveAll(ids, owner)).body).toEqual(reply.body)
    expect(await readEvent()).toMatchObject({ post_count: 3 })
  })

  it('approves each once when two lists that overlap come at the same moment, in opposite order', async () => {
    const ids = [(await addFlagged()).id, (await addFlagged()).id, (await addFlagged()).id]
    const replies = await Promise.all([
      approveAll(ids, owner),
      approveAll(ids.toReversed(), owner),
      approveAll(ids.slice(1), owner),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readEvent()).toMatchObject({ post_count: 3 })
  })

  it('is the owner’s alone, and takes 1 to 100 ids', async () => {
    const { id } = await addFlagged()
    expect((await approveAll([id])).status).toBe(401)
    for (const person of [author, stranger]) {
      expect((await approveAll([id], person)).body.code).toBe('owner_only')
    }
    for (const ids of [[], 'all', [0], ['1'], Array.from({ length: 101 }, () => id)]) {
      expect((await approveAll(ids, owner)).status).toBe(400)
    }
    expect(await feed()).toEqual([])
  })
})

describe('live news of photos that wait for the owner', () => {
  it('are heard by author and owner with the reason and its addresses, and by all once approved', async () => {
    const server = await serveLive(api)
    const listen = (person?: Person) =>
      listenTo(server.origin, event.event_hash, person ? { token: person.token } : {})
    const [owners, authors, strangers, guests] = await Promise.all([
      listen(owner),
      listen(author),
      listen(stranger),
      listen(),
    ])
    const { id } = await addFlagged(author, 'review')
    for (const insider of [owners, authors]) {
      const { post } = await insider.next('POST_CHANGED')
      expect(post).toMatchObject({ id, status: 'FAILEDBYNUDITY', reviewReason: 'review' })
      expect(post.image_url).toContain('signature=')
    }
    await approve(id, owner)
    for (const each of [owners, authors, strangers, guests]) {
      const { post } = await each.next(
        'POST_CHANGED',
        (message) => message.post.status === 'COMPLETED',
      )
      expect(post.id).toBe(id)
      expect(post.image_url).toMatch(/full\.jpg$/)
    }
    const told = [strangers, guests].flatMap(({ heard }) => heard.map(({ message }) => message))
    expect(JSON.stringify(told)).not.toMatch(/FAILEDBYNUDITY|reviewReason|signature/)
    await Promise.all([owners, authors, strangers, guests].map((each) => each.close()))
    await server.close()
  })

  it('tell only author and owner of a rejection', async () => {
    const server = await serveLive(api)
    const listen = (person: Person) =>
      listenTo(server.origin, event.event_hash, { token: person.token })
    const [owners, strangers] = [await listen(owner), await listen(stranger)]
    const { id } = await addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    await api.request(calls.deletePost, { params, ...owner })
    expect((await owners.next('POST_REMOVED')).post_id).toBe(id)
    const shown = await api.addPost(event, author)
    expect((await strangers.next('POST_CHANGED')).post.id).toBe(shown.id)
    expect(strangers.heard).toHaveLength(1)
    await Promise.all([owners.close(), strangers.close()])
    await server.close()
  })
})
