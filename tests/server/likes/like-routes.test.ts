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

  // Specification: 8.20
  it('knows only posts that the caller may see', async () => {
    const hidden = await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
    for (const id of [hidden.id, 999, 1.5, 1e300]) {
      const reply = await like({ id })
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
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
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
    const row = await api.db.get(sql`select count(*) as count from likes`)
    expect([row, (await readPost()).likeCount]).toEqual([{ count: 5 }, 5])
  })
})

describe('POST /events/{event_hash}/post/unlike', () => {
  // Specification: 7.19
  it('takes the caller’s like back and no other, also the second time', async () => {
    await like()
    await like({ person: owner })
    for (const reply of [await unlike(), await unlike()]) {
      expect(reply.body.Likes.map((item: Like) => item.userId)).toEqual([owner.user.id])
      expect((await readPost()).likeCount).toBe(1)
    }
  })
})

describe('the likes of a post', () => {
  it('are the newest hundred, the caller’s own among them, with the count of all', async () => {
    const users = await addLikes(130)
    await like()
    await api.db.run(sql`update likes set created_at = -1 where user_id = ${guest.user.id}`)
    const likers = async (person?: Person) => {
      const { likeCount, Likes } = await readPost(person)
      expect(likeCount).toBe(131)
      return Likes.map(({ userId }) => userId)
    }
    const newest = users.toReversed()
    expect(await likers()).toEqual(newest.slice(0, 100))
    expect(await likers(guest)).toEqual([...newest.slice(0, 99), guest.user.id])
    expect(await likers(owner)).toEqual(newest.slice(0, 100))
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

  it('is of one user and one event alone, and there for nothing else', async () => {
    const key = randomUUID()
    await like({ key })
    const other = (await api.addPost(event, owner)).id
    for (const reply of [await unlike({ key }), await like({ key, id: other })]) {
      expect([reply.status, reply.body.code]).toEqual([422, 'key_reused'])
    }
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
})
