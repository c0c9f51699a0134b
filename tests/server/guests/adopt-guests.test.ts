import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { countRows, sql } from '../../../server/db/sql.ts'
import type { Person } from '../../support/api-client.ts'
import { freshGuestOrma } from '../../support/guests-by-name.ts'
import { makePhoto } from '../../support/photos.ts'

const { api, owner, event, comeIn, guest, like, comment } = freshGuestOrma()
const PHONE = '15550001111'

/** Signs in by phone; the tokens come along. */
async function signIn(guests: readonly Person[], key?: string): Promise<Person> {
  const guess = await api.requestCode(PHONE)
  const body = { ...guess, guest_tokens: guests.map(({ token }) => token) }
  return (await api.verify(body, undefined, key)).body
}

async function feed(): Promise<Post[]> {
  const params = { event_hash: event.event_hash, page: 1 }
  return (await api.request(calls.listPosts, { params, token: owner.token })).body
}

const chunk = (upload_id: string, { token }: Person, bytes: Uint8Array, offset: number) =>
  api.request(calls.appendToUpload, {
    params: { event_hash: event.event_hash, upload_id },
    token,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Blob([new Uint8Array(bytes)]),
  })

describe('POST /users/register/verify with the tokens of guests by name', () => {
  it('takes photos, likes and comments along, and ends the guest', async () => {
    const nora = await guest('Nora')
    const shown = await api.addPost(event, nora)
    await api.addPost(event, nora, { status: 'FAILEDBYNUDITY' })
    await like(nora, shown.id)
    await comment(nora, shown.id)
    const user = await signIn([nora])
    const [post] = await feed()
    expect(post?.User).toEqual({ id: user.user.id, name: 'Anna Berg' })
    expect(post?.Likes.map(({ userId }) => userId)).toEqual([user.user.id])
    expect(post?.Comments.map(({ User }) => User.name)).toEqual(['Anna Berg'])
    const mine = await api.request(calls.listOwnPosts, {
      params: { event_hash: event.event_hash },
      token: user.token,
    })
    expect(mine.body.posts).toHaveLength(2)
    expect((await api.request(calls.verifySession, { token: nora.token })).status).toBe(401)
    expect(await countRows(api.db, sql`from guests`)).toBe(0)
    const viewed = await api.request(calls.listRecentlyViewed, { token: user.token })
    expect(viewed.body.recentlyViewed).toHaveLength(1)
  })

  it('counts a like of both once', async () => {
    const known = await api.signIn(PHONE)
    const { id } = await api.addPost(event, owner)
    const nora = await guest('Nora')
    for (const person of [known, nora, owner]) await like(person, id)
    api.clock.advance(60_000)
    await signIn([nora])
    const [post] = await feed()
    expect([post?.likeCount, post?.Likes.length]).toEqual([2, 2])
  })

  it('goes on with a photo that is half sent, and makes one post of it', async () => {
    const photo = await makePhoto({ width: 320, height: 240 })
    const half = Math.floor(photo.length / 2)
    const key = crypto.randomUUID()
    const nora = await guest('Nora')
    const send = { length: photo.length, metadata: { key } }
    const begun = await api.beginUpload(event, nora, send)
    await chunk(begun.id, nora, photo.subarray(0, half), 0)
    const user = await signIn([nora])
    expect((await chunk(begun.id, nora, photo.subarray(half), half)).status).toBe(401)
    const found = await api.beginUpload(event, user, send)
    expect([found.status, found.id, found.offset]).toEqual([200, begun.id, half])
    expect((await chunk(found.id, user, photo.subarray(half), half)).status).toBe(204)
    expect((await api.beginUpload(event, user, send)).offset).toBe(photo.length)
    expect(await countRows(api.db, sql`from posts where user_id = ${user.user.id}`)).toBe(1)
  })

  it('neither doubles what is sent again under its key, nor brings it back', async () => {
    const [kept, deleted, commented] = [1, 2, 3].map(() => crypto.randomUUID())
    const nora = await guest('Nora')
    const first = await api.upload(event, nora, { key: kept! })
    const second = await api.upload(event, nora, { key: deleted! })
    const { id } = first.body.post
    const params = { event_hash: event.event_hash, post_id: second.body.post.id }
    await api.request(calls.deletePost, { params, token: nora.token })
    await comment(nora, id, commented)
    const user = await signIn([nora])
    const again = await api.upload(event, user, { key: kept! })
    expect([again.status, again.body.post.id]).toEqual([200, id])
    expect((await api.upload(event, user, { key: deleted! })).status).toBe(410)
    expect((await comment(user, id, commented)).status).toBe(200)
    expect(await countRows(api.db, sql`from comments`)).toBe(1)
    expect(await countRows(api.db, sql`from posts`)).toBe(1)
  })

  it('ends well where guest and user sent something under one key', async () => {
    const key = crypto.randomUUID()
    const known = await api.signIn(PHONE)
    const nora = await guest('Nora')
    for (const person of [known, nora]) {
      const { body } = await api.upload(event, person, { key })
      await comment(person, body.post.id, key)
      await api.beginUpload(event, person, { metadata: { key: crypto.randomUUID() } })
    }
    api.clock.advance(60_000)
    const user = await signIn([nora])
    expect(user.user.id).toBe(known.user.id)
    expect(await countRows(api.db, sql`from posts where user_id = ${known.user.id}`)).toBe(2)
  })

  it('takes several guests along, and no token of another kind', async () => {
    const [nora, mia] = [await guest('Nora'), await guest('Mia')]
    const other = await api.signUp(undefined, 'Zoe')
    for (const person of [nora, mia, other]) await api.addPost(event, person)
    const user = await signIn([nora, mia, other, { ...other, token: 'x'.repeat(43) }])
    const owners = (await feed()).map(({ User }) => User.id)
    expect(owners).toEqual([other.user.id, user.user.id, user.user.id])
    expect((await api.request(calls.verifySession, { token: other.token })).status).toBe(200)
  })

  it('answers alike where the answer was lost', async () => {
    const nora = await guest('Nora')
    await api.addPost(event, nora)
    const body = { ...(await api.requestCode(PHONE)), guest_tokens: [nora.token] }
    const key = crypto.randomUUID()
    const first = await api.verify(body, undefined, key)
    const again = await api.verify(body, undefined, key)
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  it('leaves a guest as they are where the code is wrong', async () => {
    const nora = await guest('Nora')
    const guess = await api.requestCode(PHONE)
    const code = guess.code === '0000' ? '0001' : '0000'
    const refused = await api.verify({ ...guess, code, guest_tokens: [nora.token] })
    expect(refused.status).toBe(401)
    expect((await api.request(calls.verifySession, { token: nora.token })).status).toBe(200)
    expect((await comeIn('Nora')).body.user.name).toBe('Nora (2)')
  })
})

it.each([1, 2, 3, 4])('a photo that arrives at the very moment is there once (%i)', async () => {
  const nora = await guest('Nora')
  const photo = await makePhoto({ width: 64, height: 48 })
  const keys = [1, 2, 3].map(() => crypto.randomUUID())
  const sending = keys.map((key) => api.upload(event, nora, { key, photo }))
  const [user, ...answers] = await Promise.all([signIn([nora]), ...sending])
  expect(answers.every(({ status }) => [201, 401].includes(status))).toBe(true)
  for (const key of keys) {
    const { status } = await api.upload(event, user, { key, photo })
    expect([200, 201]).toContain(status)
  }
  expect(await countRows(api.db, sql`from posts where user_id = ${user.user.id}`)).toBe(3)
  expect(await countRows(api.db, sql`from posts`)).toBe(3)
})
