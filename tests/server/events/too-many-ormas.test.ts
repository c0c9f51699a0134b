import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { EVENTS_PER_DAY } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { DAY_MS } from '../../../server/limits/limit.ts'
import { startOrmaApi, toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

let api: OrmaApi
let owner: Person

beforeEach(async () => {
  api = await startOrmaApi()
  owner = await api.signUp()
})
afterEach(() => api.close())

function create(person: Person, key?: string, fields: Record<string, Blob> = {}) {
  return api.request(calls.createEvent, {
    token: person.token,
    body: toForm({ name: 'Anna & Ben', event_date: '2026-06-20', ...fields }),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

async function makeAllOfDay(key: string): Promise<void> {
  expect((await create(owner, key)).status).toBe(201)
  const others = Array.from({ length: EVENTS_PER_DAY - 1 }, () => create(owner))
  for (const { status } of await Promise.all(others)) expect(status).toBe(201)
}

describe('POST /events', () => {
  it('makes 20 Ormas a day for an account and says when it makes the next one', async () => {
    await makeAllOfDay(randomUUID())
    api.clock.advance(DAY_MS - 30_000)
    const refused = await create(owner)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await create(await api.signUp())).status).toBe(201)
    api.clock.advance(30_000)
    expect((await create(owner)).status).toBe(201)
  })

  it('keeps neither row nor picture of one too many, and still finds those that were made', async () => {
    const key = randomUUID()
    await makeAllOfDay(key)
    const banner = new File([new Uint8Array(await makePhoto({ width: 64, height: 48 }))], 'a.jpg')
    expect((await create(owner, randomUUID(), { banner })).status).toBe(429)
    expect(await api.db.all(sql`select id from events`)).toHaveLength(EVENTS_PER_DAY)
    for await (const { key } of api.blobs.list('event/')) expect(key).toBeUndefined()
    expect((await create(owner, key)).status).toBe(200)
  })

  it('makes no more where all are asked for at once', async () => {
    const all = Array.from({ length: EVENTS_PER_DAY + 5 }, () => create(owner))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(EVENTS_PER_DAY)
  })
})
