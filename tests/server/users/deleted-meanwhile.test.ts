import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { storeFile } from '../../../server/archives/archive-rows.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { deletedPhone } from '../../../server/users/users.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'
import { startUserApi } from '../../support/user-api.ts'

const inBase64 = (text: string) => Buffer.from(text).toString('base64')
const TUS_HEADERS = {
  'tus-resumable': '1.0.0',
  'upload-length': '1000',
  'upload-metadata': `filetype ${inBase64('image/jpeg')},original_date ${inBase64('2026-06-20T18:30:00Z')},timezone ${inBase64('UTC')}`,
}

const { api, event } = freshOrma(watch)
/** Done once a call has been read, before it writes. */
let meanwhile: (() => Promise<unknown>) | undefined
beforeEach(() => {
  meanwhile = undefined
})

function watch(db: Database): Database {
  return {
    ...db,
    async transaction(work, options) {
      await comeBetween()
      return db.transaction(work, options)
    },
    async run(statement) {
      await comeBetween()
      return db.run(statement)
    },
  }
}

async function comeBetween(): Promise<void> {
  await meanwhile?.()
  meanwhile = undefined
}

it.each([
  ['that leaves photos', true],
  ['that leaves nothing', false],
])('an account %s, deleted meanwhile, gets no Orma and no photo', async (_which, hasPhoto) => {
  const body = toForm({ name: 'Anna & Ben', event_date: '2026-06-20' })
  const count = sql`
      select (select count(*) from events) as events, (select count(*) from posts) as posts`
  for (const send of [
    ({ token }: Person) => api.request(calls.createEvent, { body, token }),
    (guest: Person) => api.upload(event, guest),
  ]) {
    const guest = await api.signUp()
    if (hasPhoto) await api.addPost(event, guest)
    meanwhile = () => deleteAccount(api.db, guest.user.id)
    const reply = await send(guest)
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
  }
  expect(await api.db.get(count)).toEqual({ events: 1, posts: hasPhoto ? 2 : 0 })
})

it.each([
  ['once', {}],
  ['under a key', { 'idempotency-key': randomUUID() }],
])(
  'an account deleted while its comment or like comes %s leaves neither',
  async (_how, headers) => {
    const params = { event_hash: event.event_hash }
    for (const call of [calls.addComment, calls.likePost]) {
      const guest = await api.signUp()
      const { id: post_id } = await api.addPost(event, guest)
      meanwhile = () => deleteAccount(api.db, guest.user.id)
      const { event_hash } = params
      const reply = await api.request(call, {
        params: call === calls.addComment ? { ...params, post_id } : params,
        body: { event_hash, post_id, content: 'Lovely' },
        token: guest.token,
        headers,
      })
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
    }
    const count = sql`
      select (select count(*) from comments) as comments, (select count(*) from likes) as likes,
             (select count(*) from keyed_calls) as keyed`
    expect(await api.db.get(count)).toEqual({ comments: 0, likes: 0, keyed: 0 })
  },
)

it.each([
  ['opens an Orma', calls.markViewed, {}],
  ['begins an upload', calls.createUpload, TUS_HEADERS],
  ['asks for its photos', calls.askForOwnArchive, {}],
])(
  'an account that leaves photos, deleted while it %s, leaves nothing of that',
  async (_what, call, headers) => {
    const { event_hash } = event
    const guest = await api.signUp()
    const post = await api.addPost(event, guest)
    const content = { blob: 'original' as const, parts: [] }
    await api.db.transaction((tx) =>
      storeFile(tx, post, { type: 'jpg', size: 1, crc32: 1, content }),
    )
    meanwhile = () => deleteAccount(api.db, guest.user.id)
    const reply = await api.request(call, {
      ...(call === calls.markViewed ? { body: { event_hash } } : { params: { event_hash } }),
      headers,
      token: guest.token,
    })
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
    const count = sql`
      select (select count(*) from recent_views) as views, (select count(*) from uploads) as uploads,
             (select count(*) from archives) as archives`
    expect(await api.db.get(count)).toEqual({ views: 0, uploads: 0, archives: 0 })
  },
)

it('an account deleted while its new name is on its way keeps no name', async () => {
  const users = await startUserApi({}, watch)
  const { user, token } = await users.signUp()
  const gone = sql`
    update users set phone = ${deletedPhone(user.id)}, name = 'Deleted user', email = null where id = ${user.id}`
  meanwhile = () => users.db.run(gone)
  const body = { newName: 'Anna Berg' }
  const reply = await users.request(calls.updateUser, { token, body })
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
  const [kept] = await users.db.all(sql`select name, email from users`)
  expect(kept).toEqual({ name: 'Deleted user', email: null })
  await users.close()
})

it('a photo that comes in as its account is deleted goes too', async () => {
  const { db, ...users } = await startUserApi({
    async deletePost(id) {
      await db.run(sql`delete from posts where id = ${id}`)
      await late?.()
      late = undefined
      return 3
    },
  })
  let late: (() => Promise<unknown>) | undefined
  const [owner, leaving] = [await users.signUp(), await users.signUp()]
  const party = await users.createOrma(owner)
  await users.addPost(party, leaving)
  late = () => users.addPost(party, leaving)
  const { token } = leaving
  const reply = await users.request(calls.deleteAccount, { token, query: { posts: 'delete' } })
  expect(reply.body).toMatchObject({ deleted: { posts: 2, files: 6 }, kept: { posts: 0 } })
  expect(await db.all(sql`select id from users`)).toEqual([{ id: owner.user.id }])
  await users.close()
})
