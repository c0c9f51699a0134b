import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { storeFile } from '../../../server/archives/archive-rows.ts'
import { sql } from '../../../server/db/sql.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { deletedPhone } from '../../../server/users/users.ts'
import { startMeanwhile } from '../../support/act-meanwhile.ts'
import type { ClientReply } from '../../support/api-client.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'
import { startUserApi } from '../../support/user-api.ts'

const meanwhile = startMeanwhile({ ofStatements: true })
const { api, event } = freshOrma(meanwhile.watch)

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
    meanwhile.do(() => deleteAccount(api.db, guest.user.id))
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
      meanwhile.do(() => deleteAccount(api.db, guest.user.id))
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

const ofEvent = () => ({ event_hash: event.event_hash })

it.each<[string, (guest: Person) => Promise<ClientReply>]>([
  ['opens an Orma', ({ token }) => api.request(calls.markViewed, { token, body: ofEvent() })],
  ['begins an upload', (guest) => api.beginUpload(event, guest)],
  [
    'asks for its photos',
    ({ token }) => api.request(calls.askForOwnArchive, { token, params: ofEvent() }),
  ],
])(
  'an account that leaves photos, deleted while it %s, leaves nothing of that',
  async (_what, send) => {
    const guest = await api.signUp()
    const post = await api.addPost(event, guest)
    const content = { blob: 'original' as const, parts: [] }
    await api.db.transaction((tx) =>
      storeFile(tx, post, { type: 'jpg', size: 1, crc32: 1, content }),
    )
    meanwhile.do(() => deleteAccount(api.db, guest.user.id))
    const reply = await send(guest)
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthorized'])
    const count = sql`
      select (select count(*) from recent_views) as views, (select count(*) from uploads) as uploads,
             (select count(*) from archives) as archives`
    expect(await api.db.get(count)).toEqual({ views: 0, uploads: 0, archives: 0 })
  },
)

it('an account deleted while its new name is on its way keeps no name', async () => {
  const users = await startUserApi({}, meanwhile.watch)
  const { user, token } = await users.signUp()
  const gone = sql`
    update users set phone = ${deletedPhone(user.id)}, name = 'Deleted user', email = null where id = ${user.id}`
  meanwhile.do(() => users.db.run(gone))
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
  const { id: ofOwner } = await users.addPost(party, owner)
  await users.addPost(party, leaving)
  late = () => users.addPost(party, leaving)
  const { token } = leaving
  const reply = await users.request(calls.deleteAccount, { token, query: { posts: 'delete' } })
  expect(reply.body).toMatchObject({ deleted: { posts: 2, files: 6 }, kept: { posts: 0 } })
  expect(await db.all(sql`select id from posts`)).toEqual([{ id: ofOwner }])
  expect(await db.all(sql`select id from users`)).toEqual([{ id: owner.user.id }])
  await users.close()
})
