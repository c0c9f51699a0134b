import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { flagPost } from '../../../server/moderation/flagged-posts.ts'
import { listenTo } from '../../support/live-listener.ts'
import { serveLive } from '../../support/live-server.ts'
import type { Person } from '../../support/orma-api.ts'
import { freshModeration, idsOf } from './moderation-fixtures.ts'

const MADE = { width: 4, height: 3, thumbhash: 'AAAA', rendition_bytes: 500 }

const orma = freshModeration()
const { api, owner, author, stranger, event } = orma

describe('the list of what waits', () => {
  it('is told whole to an owner where more waits than one statement names', async () => {
    await orma.addFlagged()
    // As many rows as a database takes values, and more.
    await api.db.run(sql`
      insert into posts (event_id, user_id, status, review_reason, sha256, size, type, media_name, original_date, timezone,
                         description, created_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 34000)
      select p.event_id, p.user_id, p.status, p.review_reason, p.sha256, p.size, p.type, 'many' || n, p.original_date,
             p.timezone, p.description, p.created_at
        from posts p, numbers where p.event_id = ${event.id}`)
    const { status, body } = await orma.flagged(owner)
    expect(status).toBe(200)
    expect(body.data).toHaveLength(34_001)
  })
})

describe('flagPost', () => {
  it('has a photo wait for the owner, counted with its bytes, once', async () => {
    const { id } = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const { feed_version = 0 } = await orma.readEvent()
    const probabilities = '{"Porn":0.9}'
    expect(await flagPost(api.db, id, 'nudity', { ...MADE, probabilities })).toBe(true)
    expect(await flagPost(api.db, id, 'review', MADE)).toBe(false)
    expect(await orma.readEvent()).toEqual({
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
    const first = await orma.addFlagged(author, 'nudity')
    const foreign = await orma.addFlagged(stranger, 'unchecked')
    const last = await orma.addFlagged(author, 'review')
    await api.addPost(event, author)
    await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    await orma.addFlagged(author, 'nudity', await api.createOrma(owner))
    const { body } = await orma.flagged(owner)
    const reasons = body.data.map(({ id, reviewReason }: Post) => [id, reviewReason])
    expect(reasons).toEqual([
      [last.id, 'review'],
      [foreign.id, 'unchecked'],
      [first.id, 'nudity'],
    ])
    expect(idsOf((await orma.flagged(author)).body.data)).toEqual([last.id, first.id])
    expect(idsOf((await orma.flagged(stranger)).body.data)).toEqual([foreign.id])
    expect((await orma.flagged()).status).toBe(401)
  })

  it('gives author and owner signed addresses in every answer', async () => {
    const { id, media_name } = await orma.addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    for (const person of [author, owner]) {
      const posts: Post[] = [
        (await orma.flagged(person)).body.data[0],
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

describe('live news of photos that wait for the owner', () => {
  it('are heard by author and owner, and by all once approved', async () => {
    const server = await serveLive(api)
    const listen = (person?: Person) =>
      listenTo(server.origin, event.event_hash, person ? { token: person.token } : {})
    const [owners, authors, strangers, guests] = await Promise.all([
      listen(owner),
      listen(author),
      listen(stranger),
      listen(),
    ])
    const { id } = await orma.addFlagged(author, 'review')
    for (const insider of [owners, authors]) {
      const { post } = await insider.next('POST_CHANGED')
      expect(post).toMatchObject({ id, status: 'FAILEDBYNUDITY', reviewReason: 'review' })
      expect(post.image_url).toContain('signature=')
    }
    await orma.approve(id, owner)
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
    const { id } = await orma.addFlagged()
    const params = { event_hash: event.event_hash, post_id: id }
    await api.request(calls.deletePost, { params, ...owner })
    expect((await owners.next('POST_REMOVED')).post_id).toBe(id)
    const shown = await api.addPost(event, author)
    expect((await strangers.next('POST_CHANGED')).post.id).toBe(shown.id)
    // A change that comes with the stream's beginning may be told twice.
    expect(
      strangers.heard.filter(
        ({ message }) => message.type !== 'POST_CHANGED' || message.post.id !== shown.id,
      ),
    ).toEqual([])
    await Promise.all([owners.close(), strangers.close()])
    await server.close()
  })
})
