import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { startUserApi } from '../../support/user-api.ts'
import type { UserApi } from '../../support/user-api.ts'

const UNAUTHORIZED = { success: false, error: 'Invalid token', code: 'unauthorized' }
const NAME_TEXT = 'A name has 1 to 80 characters.'

let api: UserApi
let deletedPosts: number[]

beforeEach(async () => {
  deletedPosts = []
  api = await startUserApi({
    async deletePost(postId) {
      deletedPosts.push(postId)
      await api.db.run(sql`delete from posts where id = ${postId}`)
      return 3
    },
  })
})

afterEach(() => api.close())

describe('calls of a signed-in user', () => {
  it.each([
    calls.verifySession,
    calls.getProfile,
    calls.logout,
    calls.updateUser,
    calls.deleteAccount,
  ])('$method $path refuses a missing and an unknown token', async (endpoint) => {
    for (const token of [undefined, '', 'unknown', 'x'.repeat(43)]) {
      const { status, body } = await api.request(endpoint, { token })
      expect(status).toBe(401)
      expect(body).toEqual(UNAUTHORIZED)
    }
  })

  it('do not take a cookie for a token', async () => {
    const { token } = await api.signUp()
    const headers = { cookie: `token=${token}` }
    expect((await api.request(calls.getProfile, { headers })).status).toBe(401)
  })
})

describe('GET /users/verify and /users/getProfile', () => {
  it('answer with the user and forbid keeping the answer', async () => {
    const { user, token } = await api.signUp('15550001111', 'Anna')
    for (const endpoint of [calls.verifySession, calls.getProfile]) {
      const { status, body, headers } = await api.request(endpoint, { token })
      expect(status).toBe(200)
      expect(body).toEqual({ user })
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

describe('POST /users/logout', () => {
  it('revokes this token at once, and no other', async () => {
    const { token } = await api.signIn('15550001111')
    const other = await api.signIn('15550001111')
    const { status, body, headers } = await api.request(calls.logout, { token })
    expect(status).toBe(204)
    expect(body).toBeUndefined()
    expect(headers.getSetCookie()).toEqual([])
    expect((await api.request(calls.verifySession, { token })).body).toEqual(UNAUTHORIZED)
    const { status: otherStatus } = await api.request(calls.verifySession, { token: other.token })
    expect(otherStatus).toBe(200)
  })
})

describe('POST /users/update/user', () => {
  it.each([
    ['Ben', 'Ben'],
    ['  Ben  ', 'Ben'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['👩‍👩‍👧'.repeat(16), '👩‍👩‍👧'.repeat(16)],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('takes the name %j', async (newName, name) => {
    const { user, token } = await api.signUp()
    const { status, body } = await api.request(calls.updateUser, { token, body: { newName } })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, user: { ...user, name } })
    expect((await api.request(calls.getProfile, { token })).body).toEqual({ user: body.user })
  })

  it.each([
    '',
    '   ',
    '\u200b',
    '\u3164',
    'x'.repeat(81),
    'a\u0000b',
    null,
    undefined,
    7,
    {},
    ['Ben'],
  ])('refuses the name %j and keeps the old one', async (newName) => {
    const { user, token } = await api.signUp()
    const { status, body } = await api.request(calls.updateUser, { token, body: { newName } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, error: NAME_TEXT, field: 'newName' })
    expect((await api.request(calls.getProfile, { token })).body).toEqual({ user })
  })
})

describe('DELETE /users/me', () => {
  it('removes the account and its sessions; the phone makes a new one', async () => {
    const { token, user } = await api.signIn('15550001111')
    const other = await api.signIn('15550001111')
    const { status, body } = await api.request(calls.deleteAccount, { token })
    expect(status).toBe(200)
    const nothing = { posts: 0, comments: 0, likes: 0, visits: 0, uploads: 0, files: 0 }
    expect(body).toEqual({ deleted: { ...nothing, sessions: 2 }, kept: { posts: 0 } })
    for (const gone of [token, other.token]) {
      expect((await api.request(calls.verifySession, { token: gone })).status).toBe(401)
    }
    expect(await api.db.all(sql`select id from users`)).toEqual([])
    const again = await api.signIn('15550001111')
    expect(again.user.id).not.toBe(user.id)
  })

  it('refuses while the user owns Ormas, and changes nothing', async () => {
    const { user, token } = await api.signUp()
    await addPost(await addEvent(user.id), user.id)
    const { status, body } = await api.request(calls.deleteAccount, {
      token,
      query: { posts: 'delete' },
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      success: false,
      error: 'You own Ormas. Delete them before you delete your account.',
      code: 'owns_ormas',
    })
    expect(deletedPosts).toEqual([])
    // An Orma may be created while the posts are being deleted.
    await expect(deleteAccount(api.db, user.id)).rejects.toMatchObject({ status: 409 })
    expect((await api.request(calls.getProfile, { token })).body).toEqual({ user })
  })

  it('removes likes and comments and corrects the counts of the posts', async () => {
    const owner = await api.signUp()
    const leaving = await api.signUp()
    const event = await addEvent(owner.user.id)
    const post = await addPost(event, owner.user.id)
    const untouched = await addPost(event, owner.user.id)
    for (const { user } of [owner, leaving]) await addLike(post, user.id)
    for (const { user } of [owner, leaving, leaving]) await addComment(post, user.id)
    await addLike(untouched, owner.user.id)

    await api.request(calls.deleteAccount, { token: leaving.token })

    expect(await countsOf(post)).toEqual({ like_count: 1, comment_count: 1 })
    expect(await countsOf(untouched)).toEqual({ like_count: 1, comment_count: 0 })
    expect(await api.db.all(sql`select user_id from comments`)).toEqual([
      { user_id: owner.user.id },
    ])
  })

  it("leaves the posts under 'Deleted user' and nothing that tells who that was", async () => {
    const owner = await api.signUp()
    const { user, token } = await api.signIn('15550001111')
    const event = await addEvent(owner.user.id)
    const post = await addPost(event, user.id)
    await addLike(post, user.id)

    const { status, body } = await api.request(calls.deleteAccount, { token })
    expect(status).toBe(200)
    expect(body).toMatchObject({ deleted: { posts: 0, likes: 1 }, kept: { posts: 1 } })

    expect(deletedPosts).toEqual([])
    expect(await countsOf(post)).toEqual({ like_count: 0, comment_count: 0 })
    expect(await api.db.all(sql`select post_id from likes`)).toEqual([])
    const row = await api.db.get(sql`
      select u.name, u.email, u.phone from posts p join users u on u.id = p.user_id`)
    expect(row).toEqual({ name: 'Deleted user', email: null, phone: `deleted:${user.id}` })
    expect((await api.request(calls.verifySession, { token })).status).toBe(401)
    expect((await api.signIn('15550001111')).user.id).not.toBe(user.id)
  })

  it('deletes the posts too when asked to', async () => {
    const owner = await api.signUp()
    const { user, token } = await api.signUp()
    const event = await addEvent(owner.user.id)
    const ofOwner = await addPost(event, owner.user.id)
    const mine = [await addPost(event, user.id), await addPost(event, user.id)]

    const query = { posts: 'delete' }
    const { body } = await api.request(calls.deleteAccount, { token, query })

    expect(body).toMatchObject({ deleted: { posts: 2, files: 6 }, kept: { posts: 0 } })
    expect(deletedPosts).toEqual(mine)
    expect(await api.db.all(sql`select id from posts`)).toEqual([{ id: ofOwner }])
    expect(await api.db.all(sql`select id from users`)).toEqual([{ id: owner.user.id }])
  })

  it('refuses any other wish for the posts', async () => {
    const { token } = await api.signUp()
    const query = { posts: 'keep' }
    const { status, body } = await api.request(calls.deleteAccount, { token, query })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, field: 'posts' })
  })
})

async function addEvent(userId: number): Promise<number> {
  return idOf(sql`
    insert into events (event_hash, user_id, name, event_date, created_at)
    values ('event-of-this-test-000', ${userId}, 'Party', '2026-06-20 18:00:00.000', 0)
    returning id`)
}

async function addPost(eventId: number, userId: number): Promise<number> {
  return idOf(sql`
    insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone, description, created_at)
    values (${eventId}, ${userId}, 'COMPLETED', '', 0, 'image/jpeg', ${crypto.randomUUID()}, '', 'UTC', '', 0)
    returning id`)
}

async function addLike(postId: number, userId: number): Promise<void> {
  await api.db.run(
    sql`insert into likes (post_id, user_id, created_at) values (${postId}, ${userId}, 0)`,
  )
  await api.db.run(sql`update posts set like_count = like_count + 1 where id = ${postId}`)
}

async function addComment(postId: number, userId: number): Promise<void> {
  await api.db.run(sql`
    insert into comments (post_id, event_id, user_id, content, created_at)
    values (${postId}, (select event_id from posts where id = ${postId}), ${userId}, 'Lovely', 0)`)
  await api.db.run(sql`update posts set comment_count = comment_count + 1 where id = ${postId}`)
}

async function countsOf(postId: number): Promise<unknown> {
  return api.db.get(sql`select like_count, comment_count from posts where id = ${postId}`)
}

async function idOf(insert: ReturnType<typeof sql>): Promise<number> {
  return (await api.db.get<{ id: number }>(insert))!.id
}
