import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Like, Post } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

let post_id: number

const { api, owner, guest, event } = freshOrma()
beforeEach(async () => {
  post_id = (await api.addPost(event, owner)).id
})

interface Options {
  person?: Person | undefined
  id?: unknown
  of?: Event
  key?: string
}

function react(
  endpoint: typeof calls.likePost | typeof calls.unlikePost,
  { id = post_id, of = event, key, ...options }: Options = {},
) {
  const person = 'person' in options ? options.person : guest
  return api.request(endpoint, {
    params: { event_hash: of.event_hash },
    body: { post_id: id },
    ...(person ? { token: person.token } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

const like = (options?: Options) => react(calls.likePost, options)
const unlike = (options?: Options) => react(calls.unlikePost, options)

async function readPost(person?: Person): Promise<Post> {
  const params = { event_hash: event.event_hash, post_id }
  const reply = await api.request(
    calls.getPost,
    person ? { params, token: person.token } : { params },
  )
  return reply.body.post
}

/** Likes of made-up users, one a second, the first being the oldest. */
async function addLikes(count: number): Promise<number[]> {
  const users: number[] = []
  for (let n = 0; n < count; n += 1) {
    const row = await api.db.get<{ id: number }>(sql`
      insert into users (phone, name, created_at) values (${`9${n}`}, 'Guest', 1) returning id`)
    const user_id = row?.id ?? 0
    await api.db.run(sql`
      insert into likes (post_id, user_id, created_at) values (${post_id}, ${user_id}, ${n * 1000})`)
    users.push(user_id)
  }
  await api.db.run(sql`update posts set like_count = ${count} where id = ${post_id}`)
  return users
}

describe('POST /events/{event_hash}/post/like', () => {
  // Specification: 3.6, 7.18
  it('adds the caller’s like and answers with all of them, newest first', async () => {
    await like({ person: owner })
    api.clock.advance(1000)
    const reply = await like()
    expect(reply.status).toBe(200)
    const of = { post_id, event_hash: event.event_hash }
    expect(reply.body).toEqual({
      success: true,
      Likes: [
        { userId: guest.user.id, ...of },
        { userId: owner.user.id, ...of },
      ],
    })
    expect(await readPost()).toMatchObject({ likeCount: 2, Likes: reply.body.Likes })
  })

  it('twice is the same as once', async () => {
    const [first, second] = [await like(), await like()]
    expect(second.body).toEqual(first.body)
    expect((await readPost()).likeCount).toBe(1)
  })

  // Specification: 8.20
  it('knows only posts of this event that the caller may see', async () => {
    const own = await api.createOrma(guest)
    const hidden = await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
    for (const options of [
      { of: own },
      { id: hidden.id },
      { id: 999 },
      { id: 1.5 },
      { id: 1e300 },
    ]) {
      const reply = await like(options)
      expect(reply.status).toBe(404)
      expect(reply.body).toMatchObject({ error: 'Error liking posts', code: 'post_not_found' })
    }
    expect((await like({ id: hidden.id, person: owner })).status).toBe(200)
  })

  it('refuses more than 120 a minute', async () => {
    for (let n = 0; n < 60; n += 1) {
      expect((await like()).status).toBe(200)
      expect((await unlike()).status).toBe(200)
    }
    const refused = await like()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    expect((await like({ person: owner })).status).toBe(200)
    api.clock.advance(60_000)
    expect((await like()).status).toBe(200)
  })

  it('counts right while ten people like and unlike side by side', async () => {
    const people: Person[] = []
    for (let n = 0; n < 10; n += 1) people.push(await api.signUp())
    const toggles = people.map(async (person, n) => {
      for (const change of [like, unlike, like, like, n % 2 === 0 ? unlike : like]) {
        expect((await change({ person })).status).toBe(200)
      }
    })
    await Promise.all(toggles)
    const row = await api.db.get<{ count: number }>(sql`select count(*) as count from likes`)
    expect((await readPost()).likeCount).toBe(row?.count)
    expect(row?.count).toBe(5)
  })
})

describe('POST /events/{event_hash}/post/unlike', () => {
  // Specification: 7.19
  it('takes the caller’s like back and no other', async () => {
    await like()
    await like({ person: owner })
    const reply = await unlike()
    expect(reply.body.Likes.map((item: Like) => item.userId)).toEqual([owner.user.id])
    expect((await readPost()).likeCount).toBe(1)
  })

  it('where there is no like is done already', async () => {
    expect((await unlike()).body).toEqual({ success: true, Likes: [] })
    expect((await readPost()).likeCount).toBe(0)
  })
})

describe('the likes of a post', () => {
  it('are the newest hundred, with the count of all', async () => {
    const users = await addLikes(130)
    const post = await readPost()
    expect(post.likeCount).toBe(130)
    expect(post.Likes.map((item) => item.userId)).toEqual(users.toReversed().slice(0, 100))
  })

  it('have the caller’s own among them, however old', async () => {
    const users = await addLikes(130)
    await api.db.run(sql`
      insert into likes (post_id, user_id, created_at) values (${post_id}, ${guest.user.id}, -1)`)
    const post = await readPost(guest)
    const newest = users.toReversed().slice(0, 99)
    expect(post.Likes.map((item) => item.userId)).toEqual([...newest, guest.user.id])
    expect((await readPost(owner)).Likes.map((item) => item.userId)).not.toContain(guest.user.id)
  })
})

describe('the Idempotency-Key of a like', () => {
  it('does nothing again, gives the likes of now, and takes little room', async () => {
    await addLikes(100)
    const key = randomUUID()
    expect((await like({ key })).status).toBe(200)
    const [kept] = await api.db.all<{ answer: string }>(sql`select answer from keyed_calls`)
    expect(kept?.answer.length).toBeLessThan(100)
    await unlike()
    await like({ person: owner })
    const again = await like({ key: key.toUpperCase() })
    expect(again.body).toEqual({ success: true, Likes: (await readPost()).Likes })
    expect((await readPost()).likeCount).toBe(101)
  })

  it('is refused for something else', async () => {
    const key = randomUUID()
    await like({ key })
    const other = (await api.addPost(event, owner)).id
    for (const reply of [await unlike({ key }), await like({ key, id: other })]) {
      expect(reply.status).toBe(422)
      expect(reply.body.code).toBe('key_reused')
    }
    expect((await readPost()).likeCount).toBe(1)
  })

  it('is of one user and one event alone', async () => {
    const key = randomUUID()
    await like({ key })
    expect((await like({ key, person: owner })).body.Likes).toHaveLength(2)
    const own = await api.createOrma(guest)
    const id = (await api.addPost(own, guest)).id
    expect((await like({ key, of: own, id })).status).toBe(200)
  })

  it('is not used up by a refusal', async () => {
    const key = randomUUID()
    const hidden = await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
    expect((await like({ key, id: hidden.id })).status).toBe(404)
    expect((await like({ key })).status).toBe(200)
  })

  it('is done once also when it comes many times at once', async () => {
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 10 }, () => like({ key })))
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body).toEqual(replies[0]?.body)
    }
  })
})
