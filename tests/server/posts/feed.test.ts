import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { outdateFeed } from '../../../server/live/changes.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, owner, guest, event } = freshOrma()

function list(
  page: number | string = 1,
  { after, token, of = event }: { after?: number; token?: string; of?: Event } = {},
) {
  return api.request(calls.listPosts, {
    params: { event_hash: of.event_hash, page },
    ...(after === undefined ? {} : { query: { after } }),
    ...(token === undefined ? {} : { token }),
  })
}

async function ids(...args: Parameters<typeof list>): Promise<number[]> {
  const { status, body } = await list(...args)
  expect(status).toBe(200)
  return body.map((post: Post) => post.id)
}

const addPosts = (count: number, of = event) => api.addPosts(of, guest, count)

function remove(post_id: number | undefined, person = owner) {
  const params = { event_hash: event.event_hash, post_id: post_id ?? 0 }
  return api.request(calls.deletePost, { params, token: person.token })
}

describe('GET /events/{event_hash}/posts/{page}', () => {
  // Specification: 7.13
  it('shows the finished posts of this event alone, newest first', async () => {
    const other = await api.createOrma(owner)
    await addPosts(1, other)
    const [second, first] = await addPosts(2)
    await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    await api.addPost(event, guest, { status: 'FAILEDPROCESSING' })
    expect(await ids()).toEqual([second, first])
    expect(await ids(1, { token: guest.token })).toEqual([second, first])
    expect((await list(1, { token: owner.token })).body).toHaveLength(2)
  })

  // Specification: 3.5
  it('gives a post all that a guest may know of it, and nothing more', async () => {
    const { id, media_name } = await api.addPost(event, guest)
    expect((await list()).body).toEqual([
      {
        id,
        kind: 'photo',
        image_url: `/media/${media_name}/full.jpg`,
        compressed_url: `/media/${media_name}/thumb.webp`,
        width: 2560,
        height: 1920,
        thumbhash: 'AAAA',
        status: 'COMPLETED',
        event_hash: event.event_hash,
        createdAt: new Date(api.clock.ms).toISOString(),
        original_date: '2026-06-20T18:30:00+02:00',
        User: { id: guest.user.id, name: 'Ben' },
        Event: { userId: owner.user.id },
        sha256: '0'.repeat(64),
        Likes: [],
        likeCount: 0,
        Comments: [],
        commentCount: 0,
      },
    ])
  })

  it('gives a video its length and address, and its poster as the pictures', async () => {
    const { id, media_name } = await api.addPost(event, guest, { kind: 'video' })
    expect((await list()).body).toMatchObject([
      {
        id,
        kind: 'video',
        duration: 4,
        video_url: `/media/${media_name}/video.mp4`,
        image_url: `/media/${media_name}/full.jpg`,
        compressed_url: `/media/${media_name}/thumb.webp`,
      },
    ])
  })

  it('orders by the time of receipt, and by id where that is equal', async () => {
    const [third, second, first] = await addPosts(3)
    await api.db.run(
      sql`update posts set published_at = created_at - 5000 where id = ${third ?? 0}`,
    )
    expect(await ids()).toEqual([second, first, third])
    await api.db.run(sql`update posts set published_at = 1000`)
    await outdateFeed(api.db, event.id)
    expect(await ids()).toEqual([third, second, first])
  })

  // Specification: 7.13
  it('has 24 posts a page and nothing past the end', async () => {
    const all = await addPosts(50)
    expect(await ids(1)).toEqual(all.slice(0, 24))
    expect(await ids(2)).toEqual(all.slice(24, 48))
    expect(await ids(3)).toEqual(all.slice(48))
    expect(await ids(4)).toEqual([])
    expect(await ids(1_000_000)).toEqual([])
  })

  // Specification: 7.13
  it('gives page 1 where no page is named, to each caller as that', async () => {
    const all = await addPosts(30)
    const params = { event_hash: event.event_hash }
    const { status, body } = await api.request(calls.listNewestPosts, { params })
    expect(status).toBe(200)
    expect((body as Post[]).map(({ id }) => id)).toEqual(all.slice(0, 24))
    expect(body).toEqual((await list()).body)
  })

  it.each(['0', '-1', '1.5', 'x', '1000001', '99999999999999999999'])(
    'refuses page %s with 400, but an unknown event with 404 first',
    async (page) => {
      const reply = await list(page)
      expect(reply.status).toBe(400)
      expect(reply.body.field).toBe('page')
      const params = { event_hash: 'A'.repeat(22), page }
      expect((await api.request(calls.listPosts, { params })).status).toBe(404)
    },
  )
})

describe('?after', () => {
  // Specification: 4.10
  it('goes on after a post, without doubles or gaps when new posts arrive', async () => {
    const all = await addPosts(60)
    const seen = await ids(1)
    await addPosts(10)
    for (let page = 2; page <= 4; page += 1) {
      seen.push(...(await ids(page, { after: seen.at(-1) ?? 0 })))
    }
    expect(seen).toEqual(all)
  })

  it('tells posts of the same moment apart', async () => {
    const all = await addPosts(50)
    await api.db.run(sql`update posts set published_at = 1000`)
    expect(await ids(2, { after: all[23] ?? 0 })).toEqual(all.slice(24, 48))
    expect(await ids(3, { after: all[47] ?? 0 })).toEqual(all.slice(48))
  })

  it('goes on from the place of a post that was deleted', async () => {
    const all = await addPosts(30)
    expect((await remove(all[23])).status).toBe(204)
    expect(await ids(2, { after: all[23] ?? 0 })).toEqual(all.slice(24))
    // Also where the whole page before it went with it.
    for (const id of all.slice(0, 23)) await remove(id)
    expect(await ids(2, { after: all[23] ?? 0 })).toEqual(all.slice(24))
  })

  it('goes on from the place of a post that was deleted before it was shown', async () => {
    const [older] = await addPosts(1)
    const { id } = await api.addPost(event, guest, { status: 'READYFORPROCESSING' })
    await addPosts(1)
    await remove(id)
    expect(await ids(2, { after: id })).toEqual([older])
  })

  it.each(['', 'x', '-1', '1.5', '0', '99999999999999999999'])('refuses %j', async (after) => {
    const reply = await api.request(calls.listPosts, {
      params: { event_hash: event.event_hash, page: 2 },
      query: { after },
    })
    expect(reply.status).toBe(400)
    expect(reply.body.field).toBe('after')
  })
})
