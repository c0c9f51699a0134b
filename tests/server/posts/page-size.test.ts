import { beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'

const { api, guest, event } = freshOrma()
/** The newest first. */
let all: number[]

beforeEach(async () => {
  await api.addPosts(event, guest, 50)
  for (let copy = 1; copy < 10; copy += 1) await copyPosts(copy)
  const inEvent = { params: { event_hash: event.event_hash } }
  all = (await api.request(calls.listPostIds, inEvent)).body.ids
})

/** The first fifty once more, later. */
async function copyPosts(copy: number): Promise<void> {
  await api.db.run(sql`
    insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date,
                       timezone, description, created_at, published_at)
    select event_id, user_id, status, sha256, size, type, media_name || ${copy}, original_date,
           timezone, description, created_at, published_at + ${copy * 100_000}
      from posts order by id limit 50`)
}

function list(page: number, query: Record<string, string | number> = {}, token?: string) {
  const params = { event_hash: event.event_hash, page }
  return api.request(calls.listPosts, { params, query, ...(token ? { token } : {}) })
}

async function ids(...asked: Parameters<typeof list>): Promise<number[]> {
  const { status, body } = await list(...asked)
  expect(status).toBe(200)
  return body.map((post: Post) => post.id)
}

it('a page has up to 480 posts, from the top and after a post', async () => {
  expect(await ids(1, { limit: 480 })).toEqual(all.slice(0, 480))
  expect(await ids(1, { limit: 480, after: all[479] ?? 0 })).toEqual(all.slice(480))
  expect(await ids(2, { limit: 480 })).toEqual(all.slice(480))
  expect(await ids(2, { limit: 30 })).toEqual(all.slice(30, 60))
  expect(await ids(1, { limit: 1 })).toEqual(all.slice(0, 1))
  // What one reader asked for is not what the next one gets.
  expect(await ids(1)).toEqual(all.slice(0, 24))
})

it('a page of more than 480 posts, or of none, is refused', async () => {
  for (const limit of ['481', '999', '1000', '0', '-1', '1.5', 'x', '']) {
    const { status, body } = await list(1, { limit })
    expect([status, body.field]).toEqual([400, 'limit'])
    expect(body.error).toBe('A page has 1 to 480 posts.')
  }
})

it('posts with too many likes for one answer carry fewer each, and the reader’s own', async () => {
  const guests = await Promise.all(Array.from({ length: 25 }, () => api.signUp()))
  const [first] = guests
  for (const [at, { user }] of guests.entries()) {
    await api.db.run(sql`
      insert into likes (post_id, user_id, created_at) select id, ${user.id}, ${at} from posts`)
  }
  await api.db.run(sql`update posts set like_count = 25`)
  const likesOf = async (limit: number, token?: string) => {
    const posts: Post[] = (await list(1, { limit }, token)).body
    expect(posts.every(({ likeCount }) => likeCount === 25)).toBe(true)
    return posts.map(({ Likes }) => Likes.map(({ userId }) => userId))
  }
  const newest = guests.map(({ user }) => user.id).toReversed()
  expect(new Set((await likesOf(96)).map(String))).toEqual(new Set([String(newest)]))
  expect(new Set((await likesOf(480)).map(String))).toEqual(new Set([String(newest.slice(0, 20))]))
  const theirs = await likesOf(480, first?.token)
  expect(theirs.every((likers) => likers.length === 20 && likers.at(-1) === first?.user.id)).toBe(
    true,
  )
})

it('before a post stand those that lead up to it, newest first', async () => {
  expect(await ids(1, { before: all[100]!, limit: 30 })).toEqual(all.slice(70, 100))
  expect(await ids(1, { before: all[3]! })).toEqual(all.slice(0, 3))
  expect(await ids(1, { before: all[0]! })).toEqual([])
  expect((await list(1, { before: 999_999 })).status).toBe(404)
})
