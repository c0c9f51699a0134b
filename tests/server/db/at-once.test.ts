import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { deleteComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { deletedPhone } from '../../../server/users/users.ts'
import { someoneWaits } from '../../support/database-places.ts'
import { freshOrma, freshUserApi } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { wrong } from '../../support/user-api.ts'

const { api, owner, guest, event } = freshOrma()
let post_id: number
beforeEach(async () => {
  post_id = (await api.addPost(event, owner)).id
})

afterEach(() => {
  if (api.logged.length > 0) throw new Error(`surprises: ${JSON.stringify(api.logged)}`)
})

const ofEvent = () => ({ event_hash: event.event_hash })
const ofPost = () => ({ event_hash: event.event_hash, post_id })
const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_none, n) => work(n)))
const statusOf = async (call: Promise<{ status: number }>) => (await call).status

const like = ({ token }: Person) =>
  api.request(calls.likePost, { params: ofEvent(), body: { post_id }, token })
const comment = ({ token }: Person, key?: string) =>
  api.request(calls.addComment, {
    params: ofPost(),
    body: { content: 'Lovely', ...ofPost() },
    token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const remove = () => api.request(calls.deletePost, { params: ofPost(), token: owner.token })

/** What is counted, beside what there is to count. */
async function counts() {
  return api.db.get<Record<string, number>>(sql`
    select (select coalesce(sum(like_count), 0) from posts) as like_count,
           (select count(*) from likes) as likes,
           (select coalesce(sum(comment_count), 0) from posts) as comment_count,
           (select count(*) from comments) as comments,
           (select sum(post_count) from events) as post_count,
           (select count(*) from posts where status = 'COMPLETED') as posts,
           (select sum(storage_bytes) from events) as storage_bytes,
           (select coalesce(sum(size + rendition_bytes), 0) from posts) as bytes`)
}

/** Resolves once a call waits for what this test's transaction holds; at once where transactions come one after the other. */
async function whenSomeoneWaits(db: Database): Promise<void> {
  if (db.isShared) await expect.poll(() => someoneWaits(db)).toBe(true)
}

describe('what comes at the same time', () => {
  it('to one post leaves its counts right: likes, comments, and deleting them', async () => {
    const people: Person[] = []
    for (let n = 0; n < 6; n += 1) people.push(await api.signUp())
    await Promise.all(people.flatMap((person) => [like(person), comment(person), comment(person)]))
    const { body } = await api.request(calls.listComments, { params: ofPost() })
    const deleting = body.comments.flatMap(({ id }: { id: number }) => {
      const params = { ...ofEvent(), id: post_id, comment_id: id }
      const call = () =>
        api.request(calls.deleteComment, { params, body: { userId: 1 }, token: owner.token })
      return [call(), call()]
    })
    for (const { status } of await Promise.all(deleting)) expect([200, 404]).toContain(status)
    expect(await counts()).toMatchObject({ like_count: 6, likes: 6, comment_count: 0, comments: 0 })
  })

  it('as its deletion finds the post whole or gone', async () => {
    const people: Person[] = []
    for (let n = 0; n < 4; n += 1) people.push(await api.signUp())
    const [deleted, others] = await Promise.all([
      times(3, () => statusOf(remove())),
      Promise.all(people.flatMap((person) => [statusOf(like(person)), statusOf(comment(person))])),
    ])
    expect(deleted).toContain(204)
    expect(deleted.filter((status) => status !== 204 && status !== 404)).toEqual([])
    expect(others.filter((status) => status !== 200 && status !== 404)).toEqual([])
    const left = await counts()
    expect(left).toMatchObject({ posts: 0, post_count: 0, likes: 0, comments: 0 })
    expect(left?.['storage_bytes']).toBe(left?.['bytes'])
  })

  it('from the owner changes each what it names, and undoes nothing', async () => {
    const change = (fields: Record<string, string>) => api.changeOrma(event, owner, fields)
    const replies = await Promise.all([
      change({ name: 'New name' }),
      change({ event_date: '2030-01-02' }),
      change({ seating_url: 'https://seats.example' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await api.request(calls.getEvent, { params: ofEvent() })
    expect(body.event).toMatchObject({
      name: 'New name',
      event_date: '2030-01-02 00:00:00.000',
      seating_url: 'https://seats.example',
    })
  })

  it('as its author leaves takes or leaves what it was, with the counts right', async () => {
    const { user } = guest
    const calling = [like(guest), comment(guest), comment(guest)].map(statusOf)
    const [statuses] = await Promise.all([Promise.all(calling), deleteAccount(api.db, user.id)])
    for (const status of statuses) expect([200, 401, 409]).toContain(status)
    const left = await counts()
    expect(left?.['likes']).toBe(left?.['like_count'])
    expect(left?.['comments']).toBe(left?.['comment_count'])
  })

  it('a comment deleted by the owner as its author leaves is counted off once', async () => {
    const { body } = await comment(guest)
    let leaving: Promise<unknown> | undefined
    await api.db.transaction(async (tx) => {
      await deleteComment(tx, { id: body.id, post_id })
      leaving = deleteAccount(api.db, guest.user.id)
      await whenSomeoneWaits(api.db)
    })
    await leaving
    expect(await counts()).toMatchObject({ comment_count: 0, comments: 0 })
  })
})

describe('signing in at the same time', () => {
  const users = freshUserApi()

  it('with two right codes of one phone makes one account', async () => {
    const first = await users.requestCode('15550009999')
    users.clock.advance(60_000)
    const second = await users.requestCode('15550009999')
    const replies = await Promise.all([first, second].map((guess) => users.verify(guess)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body.user.id).toBe(replies[1]?.body.user.id)
  })

  it('as the account is deleted makes a new one, and the old gets no session', async () => {
    const { user } = await users.signIn('15550009998')
    users.clock.advance(60_000)
    const guess = await users.requestCode('15550009998')
    let verifying: ReturnType<typeof users.verify> | undefined
    await users.db.transaction(async (tx) => {
      await tx.lockRow('users', user.id)
      await tx.run(sql`delete from sessions where user_id = ${user.id}`)
      await tx.run(sql`update users set phone = ${deletedPhone(user.id)} where id = ${user.id}`)
      verifying = users.verify(guess)
      await whenSomeoneWaits(users.db)
    })
    const reply = await verifying
    expect([reply?.status, reply?.body.user.id === user.id]).toEqual([200, false])
    const left = await users.db.all(sql`select 1 from sessions where user_id = ${user.id}`)
    expect(left).toEqual([])
  })

  it('with wrong codes for many phones counts every one against the address', async () => {
    const guesses = []
    for (let n = 0; n < 80; n += 1) guesses.push(await users.requestCode(`1555000${1000 + n}`))
    const replies = await Promise.all(guesses.map((guess) => users.verify(wrong(guess))))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(60)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  })
})
