import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { createApiClient } from '../../support/api-client.ts'
import { makeBareDatabase, needServer } from '../../support/database-places.ts'
import { refusedStart } from '../../support/failed-start.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'
import { startRelay } from '../../support/relay.ts'
import type { Relay } from '../../support/relay.ts'
import { DatabaseOutage } from '../../../server/outages.ts'

needServer()
const ANSWER_MS = 400

let relay: Relay
/** Of a database behind the relay. */
let url: string
let direct: Database

beforeEach(async () => {
  const { address } = await makeBareDatabase()
  const { pathname, searchParams } = new URL(address)
  relay = await startRelay(() => join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  url = `postgres://orma@127.0.0.1:${relay.port}${pathname}`
  direct = await openPostgres(address)
})

afterEach(async () => {
  await direct.close()
  await relay.close()
})

const one = sql`select 1 as one`

describe('a database behind a dead line', () => {
  it('is given up after a while, and used again once the line is good', async () => {
    const db = await openPostgres(url, { answerMs: ANSWER_MS })
    await db.define('create table counts (n bigint)')
    await db.run(sql`insert into counts (n) values (1)`)
    // Some connections are open and wait to be used, others are yet to be made.
    await Promise.all([db.get(one), db.get(one)])
    relay.set({ blackHole: true })
    const asked = [
      ...Array.from({ length: 14 }, () => db.get(one)),
      db.transaction((tx) => tx.run(sql`update counts set n = n + 1`)),
    ]
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseOutage) })
    }
    relay.heal()
    await expect.poll(() => db.get(one).catch(() => undefined)).toEqual({ one: 1 })
    await db.transaction((tx) => tx.run(sql`update counts set n = n + 1`))
    expect(await direct.get(sql`select n from counts`)).toEqual({ n: 2 })
    await db.close()
  })

  it('holds nothing up: what a transaction held is free when its line has died', async () => {
    const db = await openPostgres(url, { answerMs: ANSWER_MS })
    const lost = db.transaction(async (tx) => {
      await tx.lock('name')
      relay.set({ blackHole: true })
      await tx.get(one)
    })
    await expect(lost).rejects.toBeInstanceOf(DatabaseOutage)
    await direct.transaction((tx) => tx.lock('name'))
    relay.heal()
    await db.close()
  })
})

describe('a statement that takes too long', () => {
  const sleeping = sql`
    select pid from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`

  it('is given up on both sides', async () => {
    const db = await openPostgres(url, { answerMs: ANSWER_MS })
    const slow = db.transaction((tx) => tx.get(sql`select pg_sleep(600)`))
    await expect(slow).rejects.toBeInstanceOf(DatabaseOutage)
    await expect.poll(() => direct.all(sleeping)).toEqual([])
    await db.close()
  })

  it('may take its time where that is said', async () => {
    const db = await openPostgres(url, { answerMs: ANSWER_MS })
    const work = db.transaction(
      async (tx) => {
        await tx.get(sql`select pg_sleep(1)`)
        await tx.define('select pg_sleep(1)')
        return 'done'
      },
      { isLong: true },
    )
    expect(await work).toBe('done')
    await db.close()
  })
})

describe('a server whose database is away', () => {
  it('says so in the envelope, shows its pages all the same, and recovers by itself', async () => {
    const orma = await startOrma({ databaseUrl: url, env: { LOG_LEVEL: 'info' } })
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const event = await client.createOrma(owner)
    const params = { event_hash: event.event_hash, page: 1 }
    const textOf = async (path: string) => {
      const response = await fetch(orma.url + path)
      return [response.status, await response.text()]
    }

    relay.set({ refuse: true })
    for (const [endpoint, token] of [
      [api.listPosts, undefined],
      [api.getProfile, owner.token],
      [api.deleteEvent, owner.token],
    ] as const) {
      const refused = await client.call(endpoint, { params, ...(token ? { token } : {}) })
      expect([refused.status, refused.body]).toEqual([
        503,
        { success: false, error: texts.server.unavailable, code: 'unavailable' },
      ])
      expect(refused.headers.get('retry-after')).toBe('5')
    }
    expect(await textOf('/readyz')).toEqual([503, 'not ready: database'])
    expect(await textOf('/healthz')).toEqual([200, 'ok'])
    expect((await textOf('/metrics'))[0]).toBe(200)
    expect((await textOf(`/${event.event_hash}`))[0]).toBe(200)
    expect((await textOf(`/media/${'0'.repeat(32)}/full.jpg`))[0]).toBe(503)

    // Standard error is read as a stream: what was written before the answers may still be on its way.
    const told = () => orma.errors.filter((line) => line.includes('the database does not answer'))
    await expect.poll(() => told().length).toBeGreaterThan(0)
    expect(orma.errors.join('\n')).not.toMatch(/ at .*\.ts/)

    relay.heal()
    await expect.poll(async () => (await client.call(api.listPosts, { params })).status).toBe(200)
    expect(await textOf('/readyz')).toEqual([200, 'ok'])
    expect((await client.call(api.getProfile, { token: owner.token })).body.user).toEqual(
      owner.user,
    )
    await orma.close()
  })
})

describe('a server whose database only lets itself be read, as a standby does', () => {
  /** For all connections from now on. */
  async function set(how: string): Promise<void> {
    const name = new URL(url).pathname.slice(1)
    await direct.define(`alter database ${name} ${how}`)
    await direct.all(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = ${name} and pid <> pg_backend_pid()`)
  }

  it('does not start, and says in one line why', async () => {
    await set('set default_transaction_read_only = on')
    expect(await refusedStart({ DATA_DIR: await ownFolder(), DATABASE_URL: url })).toMatch(
      /^Orma cannot start: the database does not answer: .* read-only transaction\.\n$/,
    )
  })

  it('is not ready, goes on with reading, refuses a photo for now, and recovers', async () => {
    const orma = await startOrma({ databaseUrl: url })
    onTestFinished(() => orma.close())
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const event = await client.createOrma(owner)
    const photo = await makePhoto({ width: 64, height: 64 })
    const ready = async () => (await fetch(`${orma.url}/readyz`)).text()
    expect(await ready()).toBe('ok')

    await set('set default_transaction_read_only = on')
    const params = { event_hash: event.event_hash, page: 1 }
    await expect.poll(async () => (await client.call(api.listPosts, { params })).status).toBe(200)
    const unknown = { event_hash: 'A'.repeat(22) }
    // Never 404, which phones take for gone: a standby may lack what was made a moment ago.
    expect((await client.call(api.getEvent, { params: unknown })).status).toBe(503)
    expect(await ready()).toBe('not ready: database')
    expect(await client.upload(event, owner, photo)).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    })

    await set('reset default_transaction_read_only')
    await expect.poll(ready).toBe('ok')
    await expect.poll(async () => (await client.upload(event, owner, photo)).status).toBe(201)
  })
})
