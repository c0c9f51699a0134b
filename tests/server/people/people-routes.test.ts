import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import type { Participant, PhotoComment } from '../../../contract/participants.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, guest, stranger, event } = freshOrma()

interface Asked {
  person?: Person | undefined
  of?: Event
  after?: number | string | undefined
}

function asked({ person = owner, of = event, after }: Asked, params = {}) {
  return {
    params: { event_hash: of.event_hash, ...params },
    ...(after === undefined ? {} : { query: { after: String(after) } }),
    token: person.token,
  }
}

async function people(options: Asked = {}): Promise<Participant[]> {
  return (await api.request(calls.listPeople, asked(options))).body.people
}

async function counts(options: Asked = {}): Promise<unknown[]> {
  return (await people(options)).map(({ User, photoCount, commentCount }) => [
    User.name,
    photoCount,
    commentCount,
  ])
}

async function postsOf({ user }: Person, options: Asked = {}): Promise<Post[]> {
  const options_ = asked(options, { user_id: user.id })
  return (await api.request(calls.listPersonPosts, options_)).body.posts
}

async function comments(options: Asked = {}): Promise<PhotoComment[]> {
  return (await api.request(calls.listAllComments, asked(options))).body.comments
}

async function comment(post_id: number, { token }: Person, content = 'Lovely', of = event) {
  const params = { event_hash: of.event_hash, post_id }
  const reply = await api.request(calls.addComment, { params, token, body: { content } })
  return reply.body.id as number
}

async function removePost(post_id: number): Promise<void> {
  const params = { event_hash: event.event_hash, post_id }
  expect((await api.request(calls.deletePost, { params, token: owner.token })).status).toBe(204)
}

describe('GET /events/{event_hash}/people', () => {
  it('lists who added photos, in every state, or comments to this event, with how many', async () => {
    const { id } = await api.addPost(event, guest)
    for (const status of ['FAILEDBYNUDITY', 'READYFORPROCESSING', 'FAILEDPROCESSING'] as const) {
      await api.addPost(event, guest, { status })
    }
    await comment(id, guest)
    await comment(id, stranger)
    await comment(id, stranger)
    const other = await api.createOrma(owner)
    await comment((await api.addPost(other, stranger)).id, stranger, 'Elsewhere', other)
    expect(await counts()).toEqual([
      ['Ben', 4, 1],
      ['Zoe', 0, 2],
    ])
    expect(await counts({ of: other })).toEqual([['Zoe', 1, 1]])
    expect(await postsOf(guest)).toHaveLength(4)
  })

  it('lists guests by name who added nothing, but none who was removed', async () => {
    const named = await api.createOrma(owner, { guestSignIn: 'name' })
    const params = { event_hash: named.event_hash }
    const [, gone] = await Promise.all(
      ['Rita', 'Vera'].map((name) => api.request(calls.createGuest, { params, body: { name } })),
    )
    expect(await counts({ of: named })).toHaveLength(2)
    const removal = { params: { ...params, user_id: gone?.body.user.id }, token: owner.token }
    await api.request(calls.removePerson, { ...removal, query: { posts: 'delete' } })
    expect(await people({ of: named })).toMatchObject([
      { User: { name: 'Rita' }, photoCount: 0, commentCount: 0, isByName: true },
    ])
  })

  it('counts no photo and no comment that was deleted, nor those of a deleted photo', async () => {
    const { id } = await api.addPost(event, guest)
    const gone = await api.addPost(event, guest)
    await comment(gone.id, stranger)
    const params = {
      event_hash: event.event_hash,
      id,
      comment_id: await comment(id, stranger),
    }
    await comment(id, guest)
    await api.request(calls.deleteComment, { params, token: stranger.token })
    await removePost(gone.id)
    expect(await counts()).toEqual([['Ben', 1, 1]])
  })

  it('calls whoever deleted their account a deleted user, with the photos that are left', async () => {
    const { id } = await api.addPost(event, guest)
    await comment(id, guest)
    await comment(id, stranger)
    await deleteAccount(api.db, guest.user.id)
    await deleteAccount(api.db, stranger.user.id)
    expect(await counts()).toEqual([['Deleted user', 1, 0]])
  })

  it('gives 100 at a time, those after a user, and in the end none', async () => {
    await api.db.run(sql`
      insert into users (phone, name, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 103)
      select 'many' || i, 'Guest ' || i, 0 from n`)
    await api.db.run(sql`
      insert into posts (event_id, user_id, status, sha256, size, type, media_name, original_date, timezone,
                         description, created_at)
      select ${event.id}, id, 'READYFORPROCESSING', 'x', 1, 'jpeg', phone, 'd', 'UTC', '1', 1000 from users
       where phone like 'many%'`)
    const first = await people()
    const rest = await people({ after: first.at(-1)?.User.id })
    expect([first.length, rest.length]).toEqual([100, 3])
    const ids = [...first, ...rest].map(({ User }) => User.id)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    expect(await people({ after: ids.at(-1) })).toEqual([])
  })
})

describe('GET /events/{event_hash}/people/{user_id}/posts', () => {
  it('lists the posts of one person in this event, newest first', async () => {
    const older = await api.addPost(event, guest)
    await api.addPost(event, stranger)
    await api.addPost(await api.createOrma(owner), guest)
    const newer = await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' })
    const posts = await postsOf(guest)
    expect(posts.map(({ id }) => id)).toEqual([newer.id, older.id])
    expect(posts[0]).toMatchObject({ status: 'FAILEDBYNUDITY', reviewReason: 'nudity' })
    expect(await postsOf(owner)).toEqual([])
  })

  it('gives 24 at a time without doubles or gaps, also after a deleted post', async () => {
    const ids = await api.addPosts(event, guest, 26)
    await api.db.run(sql`update posts set created_at = 1000, published_at = 1000`)
    const idsAfter = async (after?: number) => (await postsOf(guest, { after })).map(({ id }) => id)
    expect(await idsAfter()).toEqual(ids.slice(0, 24))
    await removePost(ids[23] ?? 0)
    expect(await idsAfter(ids[23])).toEqual(ids.slice(24))
    expect(await idsAfter(ids[25])).toEqual([])
  })
})

describe('GET /events/{event_hash}/comments', () => {
  it('lists the comments of all posts of this event, newest first, each with its photo', async () => {
    const one = await api.addPost(event, guest)
    const two = await api.addPost(event, stranger)
    const first = await comment(one.id, guest, 'First')
    const second = await comment(two.id, stranger, 'Second')
    const other = await api.createOrma(owner)
    await comment((await api.addPost(other, guest)).id, guest, 'Elsewhere', other)
    const createdAt = new Date(api.clock.ms - 1000).toISOString()
    expect(await comments()).toEqual([
      {
        id: second,
        content: 'Second',
        createdAt,
        User: { id: stranger.user.id, name: 'Zoe' },
        Post: {
          id: two.id,
          compressed_url: `/media/${two.media_name}/thumb.webp`,
          thumbhash: 'AAAA',
        },
      },
      expect.objectContaining({ id: first, content: 'First' }),
    ])
  })

  it('gives no picture of a photo that waits for the owner', async () => {
    const { id } = await api.addPost(event, guest, { status: 'FAILEDBYNUDITY' })
    await comment(id, guest)
    expect((await comments())[0]?.Post).toEqual({ id, compressed_url: null, thumbhash: 'AAAA' })
  })

  it('gives 24 at a time without doubles or gaps, also after a deleted one', async () => {
    const { id } = await api.addPost(event, guest)
    const ids: number[] = []
    for (let n = 0; n < 26; n += 1) ids.unshift(await comment(id, guest, `Number ${n}`))
    await api.db.run(sql`update comments set created_at = 1000`)
    const idsAfter = async (after?: number) => (await comments({ after })).map((each) => each.id)
    expect(await idsAfter()).toEqual(ids.slice(0, 24))
    const params = { event_hash: event.event_hash, id, comment_id: ids[23] ?? 0 }
    await api.request(calls.deleteComment, { params, token: owner.token })
    expect(await idsAfter(ids[23])).toEqual(ids.slice(24))
    expect(await idsAfter(ids[25])).toEqual([])
  })
})
