import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Event } from '../../../contract/entities.ts'
import { RENAMES_PER_MINUTE } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { authenticate, pruneSessions } from '../../../server/users/sessions.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { DAY_MS, MINUTE_MS } from '../../support/user-api.ts'

const UNAUTHORIZED = { success: false, error: 'Invalid token', code: 'unauthorized' }
const NAME_TEXT = 'A name has 1 to 80 characters.'

const api = freshUserApi()

describe('GET /users/verify and /users/getProfile', () => {
  // Specification: 3.1, 7.4, 7.9
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

describe('a session', () => {
  it('has a token of 256 random bits, of which only the hash is kept', async () => {
    const { token } = await api.signUp()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await api.db.all<Record<string, unknown>>(sql`select * from sessions`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  // Specification: 7.38
  it('lasts for 30 days and not a millisecond longer, and then goes', async () => {
    const { user, token } = await api.signUp('15550001111', 'Anna')
    const end = api.clock.ms + 30 * DAY_MS
    api.clock.advance(1)
    await api.signUp()
    expect(await authenticate(api.db, token, end - 1)).toEqual(user)
    expect(await authenticate(api.db, token, end)).toBeUndefined()
    await pruneSessions(api.db, end)
    expect(await api.db.all(sql`select 1 as found from sessions`)).toHaveLength(1)
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
  // Specification: 3.13, 7.7
  it.each([
    ['  Ben  ', 'Ben'],
    ['👩‍👩‍👧'.repeat(16), '👩‍👩‍👧'.repeat(16)],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('takes the name %j', async (newName, name) => {
    const { user, token } = await api.signUp()
    const { status, body } = await api.request(calls.updateUser, { token, body: { newName } })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, user: { ...user, name } })
    expect((await api.request(calls.getProfile, { token })).body).toEqual({ user: body.user })
  })

  it.each(['', '\u3164', 'x'.repeat(81), 'a\u0000b', null, undefined, 7, ['Ben']])(
    'refuses the name %j and keeps the old one',
    async (newName) => {
      const { user, token } = await api.signUp()
      const { status, body } = await api.request(calls.updateUser, { token, body: { newName } })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, error: NAME_TEXT, field: 'newName' })
      expect((await api.request(calls.getProfile, { token })).body).toEqual({ user })
    },
  )
})

describe('POST /users/update/user: again and again', () => {
  let person: Person
  beforeEach(async () => {
    person = await api.signUp('15550001111', 'Anna')
  })

  const rename = (newName: string, { token } = person) =>
    api.request(calls.updateUser, { token, body: { newName } })

  it('leaves the feeds as they are where the name is the one it was', async () => {
    await api.addPost(await api.createOrma(person), person)
    const version = async () =>
      (await api.db.get<{ feed_version: number }>(sql`select feed_version from events`))
        ?.feed_version
    const before = await version()
    const same = await rename(' Anna ')
    expect([same.status, same.body]).toEqual([200, { success: true, user: person.user }])
    expect(await version()).toBe(before)
    await rename('Ben')
    expect(await version()).toBe(before! + 1)
  })

  it('takes ten other names a minute, and the same any number of times', async () => {
    for (let n = 1; n <= RENAMES_PER_MINUTE; n += 1) {
      expect((await rename(`Anna ${n}`)).status).toBe(200)
      expect((await rename(`Anna ${n}`)).status).toBe(200)
    }
    const refused = await rename('Anna')
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await rename('Zoe', await api.signUp())).status).toBe(200)
    api.clock.advance(MINUTE_MS)
    expect((await rename('Anna')).body.user).toEqual(person.user)
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
    const owner = await api.signUp()
    const { user, token } = owner
    await api.addPost(await api.createOrma(owner), owner)
    const { status, body } = await api.request(calls.deleteAccount, {
      token,
      query: { posts: 'delete' },
    })
    expect(status).toBe(409)
    expect(body).toEqual({
      success: false,
      error: 'You own Ormas. Delete them, or hand them over, before you delete your account.',
      code: 'owns_ormas',
    })
    expect(await api.db.all(sql`select id from posts`)).toHaveLength(1)
    // An Orma may be created while the posts are being deleted.
    await expect(deleteAccount(api.db, user.id)).rejects.toMatchObject({ status: 409 })
    expect((await api.request(calls.getProfile, { token })).body).toEqual({ user })
  })

  it('removes likes and comments and corrects the counts of the posts', async () => {
    const owner = await api.signUp()
    const leaving = await api.signUp()
    const event = await api.createOrma(owner)
    const post = await api.addPost(event, owner)
    const untouched = await api.addPost(event, owner)
    for (const person of [owner, leaving]) {
      await react(calls.likePost, event, post.id, person)
      await react(calls.addComment, event, post.id, person)
    }
    await react(calls.likePost, event, untouched.id, owner)

    await api.request(calls.deleteAccount, { token: leaving.token })

    expect(await countsOf(post)).toEqual({ like_count: 1, comment_count: 1 })
    expect(await countsOf(untouched)).toEqual({ like_count: 1, comment_count: 0 })
    expect(await api.db.all(sql`select user_id from comments`)).toEqual([
      { user_id: owner.user.id },
    ])
  })

  it("leaves the posts under 'Deleted user', whose phone makes a new account", async () => {
    const leaving = await api.signIn('15550001111')
    const { user, token } = leaving
    await api.addPost(await api.createOrma(await api.signUp()), leaving)
    await api.request(calls.deleteAccount, { token })
    const row = await api.db.get(sql`
      select u.name, u.email, u.phone from posts p join users u on u.id = p.user_id`)
    expect(row).toEqual({ name: 'Deleted user', email: null, phone: `deleted:${user.id}` })
    expect((await api.request(calls.verifySession, { token })).status).toBe(401)
    expect((await api.signIn('15550001111')).user.id).not.toBe(user.id)
  })

  it('refuses any other wish for the posts', async () => {
    const { token } = await api.signUp()
    const query = { posts: 'keep' }
    const { status, body } = await api.request(calls.deleteAccount, { token, query })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, field: 'posts' })
  })
})

const react = (call: Endpoint, { event_hash }: Event, post_id: number, { token }: Person) =>
  api.request(call, {
    params: { event_hash, post_id },
    body: { post_id, content: 'Lovely' },
    token,
  })

const countsOf = ({ id }: { id: number }) =>
  api.db.get(sql`select like_count, comment_count from posts where id = ${id}`)
