import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { sql } from '../../server/db/sql.ts'
import type { Database } from '../../server/db/sql.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { openDatabase } from '../support/database-places.ts'
import { startUntilEnd } from '../support/failed-start.ts'
import { startCommand } from '../support/started-command.ts'
import { openPlaces, startAt } from '../support/installation-places.ts'
import type { Place, Places } from '../support/installation-places.ts'
import { listenTo } from '../support/live-listener.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { readStoredState } from '../support/stored-state.ts'

const TIMEOUT_MS = 5 * 60_000
const POSTS = 4000
const MOVE = ['server/commands/migrate-to-postgres.ts']

let places: Places
let photo: Buffer
const started: OrmaServer[] = []
beforeAll(async () => {
  places = await openPlaces()
  photo = await makePhoto({ width: 320, height: 240 })
})
afterAll(async () => {
  for (const orma of started) await orma.stop()
  await places.close()
})

interface Evening {
  orma: OrmaServer
  client: ApiClient
  owner: Person
  guest: Person
  event: Event
  /** Settings of the same installation on PostgreSQL. */
  grown: Required<Place>
}

/** An installation on the embedded database, whose server runs, and an empty database for it. */
async function makeEvening(): Promise<Evening> {
  const place = await places.add('SQLite')
  const { DATABASE_URL = '' } = await places.add('PostgreSQL')
  const orma = await startAt(place)
  started.push(orma)
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gustav Größe 🎈')
  const event = await client.createOrma(owner)
  await client.upload(event, guest, photo)
  addManyPosts(orma, event, owner, POSTS)
  return { orma, client, owner, guest, event, grown: { ...place, DATABASE_URL } }
}

async function within<T>(address: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(address)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

async function rowsIn(address: string) {
  return within(address, async (db) => {
    const { files: _files, secrets: _secrets, ...rows } = await readStoredState(db, places.scratch)
    return rows
  })
}

const countPosts = (address: string) =>
  within(address, async (db) => {
    const row = await db.get<{ count: number }>(sql`select count(*) as count from posts`)
    return row?.count ?? 0
  }).catch(() => 0)

const isCopying = (address: string) =>
  within(address, async (db) => {
    const others = await db.all(sql`
      select pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
         and query like 'insert into%'`)
    return others.length > 0
  })

describe('npm run migrate-to-postgres', { timeout: TIMEOUT_MS }, () => {
  it('wants the server stopped, leaves nothing when killed, and ends on PostgreSQL', async () => {
    const { orma, client, owner, guest, event, grown } = await makeEvening()
    expect(await startCommand(MOVE, grown).end()).toMatchObject({
      code: 1,
      error: expect.stringContaining('stop it first'),
    })
    // Acknowledged, but the answer is lost on the way: the phone will send it again.
    const [key, event_hash] = [randomUUID(), event.event_hash]
    const sent = await client.upload(event, guest, photo, { key })
    const { id } = await client.whenProcessed(event, guest, (sent.body.post as Post).id)
    const gone = (await client.upload(event, guest, photo)).body.post as Post
    const params = { event_hash, post_id: gone.id }
    expect((await client.call(api.deletePost, { params, token: guest.token })).status).toBe(204)
    const listener = await listenTo(orma.url, event_hash)
    const like = {
      params: { event_hash, post_id: id },
      json: { post_id: id },
      token: owner.token,
      key: randomUUID(),
    }
    expect((await client.call(api.likePost, like)).status).toBeLessThan(300)
    await listener.next('LIKE_CHANGED')
    await orma.stop()

    const killed = startCommand(MOVE, grown)
    await expect.poll(() => isCopying(grown.DATABASE_URL), { timeout: 60_000 }).toBe(true)
    killed.kill9()
    expect((await killed.end()).code).toBeNull()
    expect(await countPosts(grown.DATABASE_URL)).toBe(0)
    const done = await startCommand(MOVE, grown).end()
    expect(done).toMatchObject({ code: 0, error: '' })
    expect(done.out).toMatch(/Moved [\d,]+ rows\./)
    expect(await rowsIn(grown.DATABASE_URL)).toEqual(await rowsIn(orma.databaseAddress))

    const embedded = await startUntilEnd({ DATA_DIR: grown.DATA_DIR, SMS_PROVIDER: 'console' })
    expect(embedded).toMatchObject({ code: 1, error: expect.stringContaining('moved away from') })
    expect(await startCommand(MOVE, grown).end()).toMatchObject({
      code: 1,
      error: expect.stringContaining('was moved already: start the server with DATABASE_URL'),
    })

    const moved = await startAt(grown)
    started.push(moved)
    const again = createApiClient(moved)
    const resent = await again.upload(event, guest, photo, { key })
    expect([resent.status, resent.body.post.id]).toEqual([200, id])
    expect((await again.call(api.likePost, like)).status).toBeLessThan(300)
    const next = await again.upload(event, guest, photo)
    expect(next.body.post.id).toBeGreaterThan(gone.id)
    const { body } = await again.call(api.getPost, { params: like.params, token: owner.token })
    expect(body.post).toMatchObject({ likeCount: 1 })
    const read = await fetch(moved.url + body.post.compressed_url)
    expect(read.status).toBe(200)
    // By the installation's key: the same phone is the same person.
    expect((await again.signInAgain(guest)).user.id).toBe(guest.user.id)
    const since = await listenTo(moved.url, event_hash, { lastEventId: listener.lastId() })
    await since.next('POST_CHANGED')
    expect(since.heard.map(({ message }) => message.type)).not.toContain('RESET')
    await since.close()
    await moved.stop()
    await listener.close()
  })

  it('refuses a database that people use, and one that is not PostgreSQL', async () => {
    const [one, other] = [await makeEvening(), await makeEvening()]
    for (const { orma } of [one, other]) await orma.stop()
    expect((await startCommand(MOVE, one.grown).end()).code).toBe(0)
    const taken = await startCommand(MOVE, {
      ...other.grown,
      DATABASE_URL: one.grown.DATABASE_URL,
    }).end()
    expect(taken).toMatchObject({ code: 1, error: expect.stringContaining('there are 2 people') })
    const none = await startCommand(MOVE, { ...other.grown, DATABASE_URL: '' }).end()
    expect(none).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^DATABASE_URL is missing/),
    })
  })
})
