import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { LIKES_PER_MINUTE } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { createApiClient } from '../../support/api-client.ts'
import type { ApiClient, ClientReply } from '../../support/api-client.ts'
import type { LiveMessage } from '../../../contract/live-messages.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { changeUser } from '../../../server/users/users.ts'
import { makeBareDatabase, openDatabase, someoneWaits } from '../../support/database-places.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

/** How many photos each may add. */
const PLACES = 20

const folder = await sharedFolder()
const { address } = await makeBareDatabase()
const start = () =>
  startOrma({
    databaseUrl: address,
    dataDir: folder,
    env: { USER_UPLOAD_LIMIT: String(PLACES) },
  })
// Both at the same time, on a database without any tables.
const servers = await Promise.all([start(), start()])
afterAll(() => Promise.all(servers.map((server) => server.close())))
const db = await openDatabase(address)
afterAll(() => db.close())
const clients = servers.map(createApiClient) as [ApiClient, ApiClient]
const [client, otherClient] = clients
const owner = await client.signUp('Olga Owner')
const event = await client.createOrma(owner)
const photo = await makePhoto({ width: 800, height: 600, seed: 1 })

/** Calls both processes in turns, all at once. */
const fromBoth = (count: number, call: (of: ApiClient, n: number) => Promise<ClientReply>) =>
  Promise.all(Array.from({ length: count }, (_none, n) => call(n % 2 ? otherClient : client, n)))

const withStatus = (replies: ClientReply[], status: number) =>
  replies.filter((reply) => reply.status === status)

describe('two processes on one database', () => {
  beforeEach(async () => {
    // The first try of a test may have failed while one was down.
    for (const server of servers) if (server.hasEnded) await server.restart()
  })

  it('make one post of one photo sent to both at once under one key', async () => {
    const posts = sql`select count(*) as posts from posts`
    const before = await db.get<{ posts: number }>(posts)
    for (let time = 0; time < 3; time += 1) {
      const key = randomUUID()
      const replies = await fromBoth(2, (of) => of.upload(event, owner, photo, { key }))
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
      expect(replies[0]?.body.post.id).toBe(replies[1]?.body.post.id)
    }
    expect(await db.get(posts)).toEqual({ posts: (before?.posts ?? 0) + 3 })
  })

  it('tell live of what happens in either', async () => {
    const { event_hash } = event
    const listeners = await Promise.all(servers.map(({ url }) => listenTo(url, event_hash)))
    const { body } = await otherClient.upload(event, owner, photo)
    for (const listener of listeners) {
      const heard = await listener.next('POST_CHANGED', ({ post }) => post.id === body.post.id)
      expect(heard.post.User.id).toBe(owner.user.id)
    }
    for (const listener of listeners) await listener.close()
  })

  it('tell in one what was missed in the other', async () => {
    const { event_hash } = event
    const [first, second] = servers.map(({ url }) => url)
    const listener = await listenTo(first ?? '', event_hash)
    const { body: heard } = await client.upload(event, owner, photo)
    await listener.next('POST_CHANGED', ({ post }) => post.id === heard.post.id)
    const lastEventId = listener.lastId()
    await listener.close()
    const { body: missed } = await client.upload(event, owner, photo)
    await client.whenProcessed(event, owner, missed.post.id)
    const again = await listenTo(second ?? '', event_hash, { lastEventId })
    await again.next('POST_CHANGED', ({ post }) => post.id === missed.post.id)
    const told = again.heard.map(({ message }) => message)
    const isHeard = (message: LiveMessage) =>
      message.type === 'POST_CHANGED' && message.post.id === heard.post.id
    expect(told.filter(isHeard)).toEqual([])
    await again.close()
  })

  it('show a new name also on a comment that came in while it changed', async () => {
    const guest = await client.signUp('Nora')
    const { body } = await client.upload(event, owner, photo)
    const { id: post_id } = await client.whenProcessed(event, owner, body.post.id)
    const commenter = async () => {
      const params = { event_hash: event.event_hash, page: 1 }
      const posts = (await client.call(api.listPosts, { params })).body as Post[]
      return posts.find(({ id }) => id === post_id)?.Comments[0]?.User.name
    }
    const [written, named, comes, goes] = Array.from({ length: 4 }, () =>
      Promise.withResolvers<void>(),
    )
    const commenting = db.transaction(async (tx) => {
      await addComment(tx, { post_id, user_id: guest.user.id, content: 'Hm.' }, Date.now())
      written?.resolve()
      await comes?.promise
    })
    await written?.promise
    let isNamed = false
    const renaming = db.transaction(async (tx) => {
      await changeUser(tx, guest.user.id, { name: 'Eleonora', email: 'n@example.com' })
      isNamed = true
      named?.resolve()
      await goes?.promise
    })
    await expect.poll(async () => isNamed || (await someoneWaits(db))).toBe(true)
    comes?.resolve()
    await commenting
    await named?.promise
    expect(await commenter()).toBe('Nora')
    goes?.resolve()
    await renaming
    expect(await commenter()).toBe('Eleonora')
  })

  it('count together what is limited', async () => {
    const guest = await client.signUp('Gero Guest')
    const { body } = await client.upload(event, owner, photo)
    const json = { post_id: body.post.id }
    await client.whenProcessed(event, owner, json.post_id)
    const params = { event_hash: event.event_hash }
    const replies = await fromBoth(LIKES_PER_MINUTE + 10, (of, n) =>
      of.call(n % 3 === 0 ? api.unlikePost : api.likePost, { params, json, token: guest.token }),
    )
    expect(withStatus(replies, 200)).toHaveLength(LIKES_PER_MINUTE)
    expect(withStatus(replies, 429)).toHaveLength(10)
  })

  it('give the last places for photos once', async () => {
    const eager = await client.signUp('Eva Eager')
    const small = await makePhoto({ width: 160, height: 120, seed: 2 })
    const replies = await fromBoth(PLACES + 6, (of) => of.upload(event, eager, small))
    expect(withStatus(replies, 201)).toHaveLength(PLACES)
    expect(withStatus(replies, 200).map(({ body }) => body)).toEqual(
      Array.from({ length: 6 }, () => ({ limitReached: true, post: null })),
    )
  })

  it('take the pieces of a photo in turns, and make one post of it', async () => {
    const [one, other] = servers.map((server) => createTusCaller(server, event, owner))
    if (!one || !other) throw new Error('no server')
    const half = Math.floor(photo.length / 2)
    const id = await one.begin(photo, { key: randomUUID() })
    expect((await other.patch(id, 0, photo.subarray(0, half))).status).toBe(204)
    expect((await one.head(id)).headers.get('upload-offset')).toBe(String(half))
    const ends = await Promise.all(
      [one, other].map((of) => of.patch(id, half, photo.subarray(half))),
    )
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
    const results = await Promise.all([one, other].map((of) => of.result(id)))
    expect(results.map(({ status }) => status)).toEqual([200, 200])
    expect(results[0]?.body.post.id).toBe(results[1]?.body.post.id)
  })

  it('send one code to a phone that asks both at once', async () => {
    const json = { phone: '+15551112222' }
    const replies = await fromBoth(6, (of) => of.call(api.startRegistration, { json }))
    expect(withStatus(replies, 200)).toHaveLength(1)
    expect(withStatus(replies, 429)).toHaveLength(5)
  })

  it('share the work and do each job once', async () => {
    await db.define(`
      create table if not exists claims (job_id bigint not null);
      create or replace function note_claim() returns trigger language plpgsql as $$
        begin insert into claims values (new.id); return new; end $$;
      create or replace trigger on_claim after update on jobs for each row
        when (new.tries > old.tries) execute function note_claim();`)
    const worker = await client.signUp('Willi Worker')
    const replies = await fromBoth(12, (of) => of.upload(event, worker, photo))
    const posts: Post[] = []
    for (const { body } of replies) {
      posts.push(await client.whenProcessed(event, worker, body.post.id))
    }
    expect(posts.map(({ status }) => status)).toEqual(replies.map(() => 'COMPLETED'))
    // Photos of the tests before this one may be among them.
    const counted = await db.get<{ jobs: number; claims: number }>(
      sql`select count(distinct job_id) as jobs, count(*) as claims from claims`,
    )
    expect(counted?.jobs).toBeGreaterThanOrEqual(12)
    expect(counted?.claims).toBe(counted?.jobs)
  })

  it('leave alone, when they start, what another one is doing', async () => {
    const lease = Date.now() + 60_000
    await db.run(sql`
      insert into jobs (queue, payload, state, tries, run_at, locked_until, created_at)
      values ('photo', '{"post_id":0}', 'active', 7, 0, ${lease}, 0)`)
    await servers[1]?.restart()
    expect(await db.all(sql`select state, tries, locked_until from jobs`)).toEqual([
      { state: 'active', tries: 7, locked_until: lease },
    ])
    await db.run(sql`delete from jobs`)
  })

  it('leave nothing undone when one dies: the other does its jobs', async () => {
    const heir = await client.signUp('Hanna Heir')
    const large = await makePhoto({ width: 2400, height: 1800, seed: 3 })
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => otherClient.upload(event, heir, large)),
    )
    await servers[1]?.kill9()
    for (const { status, body } of replies) {
      expect(status).toBe(201)
      const post = await client.whenProcessed(event, heir, body.post.id)
      expect(post.status).toBe('COMPLETED')
    }
  })
})
