import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { postOfKey } from '../../../server/posts/posts.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const KEY = 'b7a5f8b2-7f6a-4d0e-9d0a-0a1b2c3d4e5f'

const { api, owner, guest: author, stranger, event } = freshOrma()

function options(post_id: number, person?: Person, of = event) {
  const params = { event_hash: of.event_hash, post_id }
  return person ? { params, token: person.token } : { params }
}

const getPost = (...args: Parameters<typeof options>) =>
  api.request(calls.getPost, options(...args))
const remove = (...args: Parameters<typeof options>) =>
  api.request(calls.deletePost, options(...args))

async function listed(endpoint: Endpoint, { token }: Person, query = {}): Promise<number[]> {
  const params = { event_hash: event.event_hash }
  const { body } = await api.request(endpoint, { params, token, query })
  return body.posts.map((post: Post) => post.id)
}

async function counts() {
  const params = { event_hash: event.event_hash }
  const { body } = await api.request(calls.getEvent, { params, token: owner.token })
  return { postCount: body.event.postCount, storageBytes: body.event.storageBytes }
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of api.blobs.list('')) keys.push(key)
  return keys
}

describe('GET /events/{event_hash}/post/{post_id}', () => {
  // Specification: 7.14
  it('gives everyone a finished post as the feed does', async () => {
    const { id } = await api.addPost(event, author)
    const feed = await api.request(calls.listPosts, {
      params: { event_hash: event.event_hash, page: 1 },
    })
    const reply = await getPost(id)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ post: feed.body[0] })
  })

  it.each(['READYFORPROCESSING', 'FAILEDPROCESSING'] as const)(
    'gives a post that is %s to its author and the owner alone, without addresses',
    async (status) => {
      const { id } = await api.addPost(event, author, { status })
      expect((await getPost(id)).status).toBe(404)
      expect((await getPost(id, stranger)).status).toBe(404)
      for (const person of [author, owner]) {
        const { body } = await getPost(id, person)
        expect(body.post).toMatchObject({ id, status, image_url: null, compressed_url: null })
      }
    },
  )

  it('adds as many of the posts after it in the feed as asked for', async () => {
    const posts = await api.addPosts(event, author, 5)
    const ask = (n: number) =>
      api.request(calls.getPost, { ...options(posts[1] ?? 0), query: { next: n } })
    const next = async (n: number) => (await ask(n)).body.next?.map((post: Post) => post.id)
    expect(await next(2)).toEqual(posts.slice(2, 4))
    expect(await next(24)).toEqual(posts.slice(2))
    expect(await next(0)).toEqual([])
    expect((await ask(25)).status).toBe(400)
  })
})

describe('GET /events/{event_hash}/own_posts', () => {
  it('lists the caller’s posts of the event in every state, newest first', async () => {
    const shown = await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    await api.addPost(event, stranger)
    await api.addPost(await api.createOrma(owner), author)
    const own = (person: Person, query = {}) => listed(calls.listOwnPosts, person, query)
    expect(await own(author)).toEqual([failed.id, waiting.id, shown.id])
    expect(await own(author, { after: failed.id })).toEqual([waiting.id, shown.id])
    expect(await own(owner)).toEqual([])
  })
})

describe('GET /events/{event_hash}/pending_posts', () => {
  const pending = (person: Person) => listed(calls.listPendingPosts, person)

  // Specification: 7.20
  it('lists the unfinished posts of the caller, everyone’s for the owner, newest first', async () => {
    await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    const foreign = await api.addPost(event, stranger, { status: 'READYFORPROCESSING' })
    await api.addPost(await api.createOrma(owner), author, { status: 'READYFORPROCESSING' })
    expect(await pending(author)).toEqual([failed.id, waiting.id])
    expect(await pending(stranger)).toEqual([foreign.id])
    expect(await pending(owner)).toEqual([foreign.id, failed.id, waiting.id])
  })

  it.each([
    ['flagged ones', 'FAILEDBYNUDITY'],
    ['ones that are being processed', 'READYFORPROCESSING'],
  ])('tells an owner of what failed and is theirs behind hundreds of %s', async (_, status) => {
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    const own = await api.addPost(event, owner, { status: 'FAILEDBYNUDITY' })
    await api.db.run(sql`
      insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date,
          timezone, description, created_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 600)
        select p.event_id, p.user_id, ${status}, p.sha256, p.size, p.type,
               p.media_name || numbers.n, p.original_date, p.timezone, p.description, p.created_at
          from posts p cross join numbers where p.id = ${failed.id}`)
    const ids = await pending(owner)
    expect(ids).toHaveLength(500)
    expect(ids.slice(-2)).toEqual([own.id, failed.id])
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })
})

describe('GET /events/{event_hash}/post_ids', () => {
  it('names the posts that everyone sees, and deleted ones no more', async () => {
    const posts = [await api.addPost(event, author), await api.addPost(event, owner)]
    await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    await api.addPost(await api.createOrma(owner), author)
    const params = { event_hash: event.event_hash }
    const ids = async () => (await api.request(calls.listPostIds, { params })).body.ids
    expect(await ids()).toEqual([posts[1]?.id, posts[0]?.id])
    await remove(posts[1]?.id ?? 0, owner)
    expect(await ids()).toEqual([posts[0]?.id])
  })
})

describe('DELETE /events/{event_hash}/post/{post_id}', () => {
  // Specification: 7.15
  it('takes its files, likes and comments with it and leaves those of others', async () => {
    const kept = await api.addPost(event, author)
    const { id } = await api.addPost(event, author)
    for (const post_id of [kept.id, id]) {
      await api.db.run(sql`
        insert into likes (post_id, user_id, created_at) values (${post_id}, ${owner.user.id}, 1)`)
      await api.db.run(sql`
        insert into comments (post_id, event_id, user_id, content, created_at)
        values (${post_id}, ${event.id}, ${owner.user.id}, 'hello', 1)`)
    }
    await remove(id, author)
    expect((await getPost(id, author)).status).toBe(404)
    const rows = sql`select post_id from likes union all select post_id from comments`
    expect(await api.db.all(rows)).toEqual([{ post_id: kept.id }, { post_id: kept.id }])
    expect(new Set(await storedKeys())).toEqual(new Set(Object.values(mediaKeys(kept.media_name))))
  })

  it('corrects the event’s counts, whatever the state of the post', async () => {
    const shown = await api.addPost(event, author)
    const waiting = await api.addPost(event, author, { status: 'READYFORPROCESSING' })
    const failed = await api.addPost(event, author, { status: 'FAILEDPROCESSING' })
    expect(await counts()).toEqual({ postCount: 1, storageBytes: 3500 })
    await remove(waiting.id, owner)
    await remove(failed.id, owner)
    expect(await counts()).toEqual({ postCount: 1, storageBytes: 1500 })
    await remove(shown.id, owner)
    expect(await counts()).toEqual({ postCount: 0, storageBytes: 0 })
  })

  it('counts once when two delete the same post at the same moment', async () => {
    await api.addPost(event, author)
    const { id } = await api.addPost(event, author)
    const replies = await Promise.all([remove(id, author), remove(id, owner), remove(id, author)])
    for (const { status } of replies) expect([204, 404]).toContain(status)
    expect(await counts()).toEqual({ postCount: 1, storageBytes: 1500 })
  })

  it('leaves its key, so that a replay does not bring it back', async () => {
    const { id } = await api.addPost(event, author, { key: KEY })
    const of = { user_id: author.user.id, event_id: event.id, key: KEY }
    expect(await postOfKey(api.db, of)).toMatchObject({ state: 'there', post: { id } })
    await remove(id, author)
    expect(await postOfKey(api.db, of)).toEqual({ state: 'deleted', post_id: id })
    expect(await postOfKey(api.db, { ...of, user_id: owner.user.id })).toBeUndefined()
  })

  it('is done where a file cannot be removed', async () => {
    const { id } = await api.addPost(event, author)
    await api.db.run(sql`update posts set media_name = '../../escape' where id = ${id}`)
    expect((await remove(id, author)).status).toBe(204)
    expect(api.logged.map(({ message }) => message)).toContain('blob could not be removed')
  })
})
