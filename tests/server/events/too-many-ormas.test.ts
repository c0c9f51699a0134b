import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { EVENT_FORMS, EVENTS_PER_DAY } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { DAY_MS } from '../../../server/limits/limit.ts'
import { freshPeople } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhoto } from '../../support/photos.ts'

const { api, owner } = freshPeople()

function create(person: Person, key?: string, fields: Record<string, Blob> = {}) {
  return api.request(calls.createEvent, {
    token: person.token,
    body: toForm({ name: 'Anna & Ben', event_date: '2026-06-20', ...fields }),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
}

/** Sends the beginning of a form, and no more until it is cut short. */
function openForm({ token }: Person) {
  const begun = Promise.withResolvers<void>()
  let piecesRead = 0
  let end = () => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = () => controller.close()
      },
      pull(controller) {
        piecesRead += 1
        if (piecesRead === 1) controller.enqueue(Buffer.from('--form\r\n'))
        begun.resolve()
      },
    },
    // Nothing is read ahead.
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=form' }
  return {
    reply: api.request(calls.createEvent, { token, headers, body }),
    begun: begun.promise,
    piecesRead: () => piecesRead,
    end: () => end(),
  }
}

async function makeAllOfDay(key: string): Promise<void> {
  expect((await create(owner, key)).status).toBe(201)
  for (let n = 1; n < EVENTS_PER_DAY; n += 1) expect((await create(owner)).status).toBe(201)
}

describe('POST /events', () => {
  it('makes 20 Ormas a day for an account and says when the next', async () => {
    await makeAllOfDay(randomUUID())
    api.clock.advance(DAY_MS - 30_000)
    const refused = await create(owner)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await create(await api.signUp())).status).toBe(201)
    api.clock.advance(30_000)
    expect((await create(owner)).status).toBe(201)
  })

  it('keeps nothing of one too many, and still finds those that were made', async () => {
    const key = randomUUID()
    await makeAllOfDay(key)
    const banner = new File([new Uint8Array(await makePhoto({ width: 64, height: 48 }))], 'a.jpg')
    expect((await create(owner, randomUUID(), { banner })).status).toBe(429)
    expect(await api.db.all(sql`select id from events`)).toHaveLength(EVENTS_PER_DAY)
    for await (const { key } of api.blobs.list('event/')) expect(key).toBeUndefined()
    expect((await create(owner, key)).status).toBe(200)
  })

  it('makes no more where the last ones are asked for at once', async () => {
    for (let n = 1; n < EVENTS_PER_DAY; n += 1) await create(owner)
    const statuses = (await Promise.all([create(owner), create(owner)])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 429])
  })

  it('reads three forms of an account at once, and others’ meanwhile', async () => {
    const { body } = await create(owner)
    const open = Array.from({ length: EVENT_FORMS.perUser }, () => openForm(owner))
    await Promise.all(open.map(({ begun }) => begun))
    const refused = await create(owner)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    const change = { token: owner.token, body: toForm({ name: 'Ben & Anna' }) }
    const params = { event_hash: body.event.event_hash }
    expect((await api.request(calls.updateEvent, { ...change, params })).status).toBe(429)
    // One without images, as a pause is, waits for none of them.
    const paused = { token: owner.token, body: toForm({ paused: 'true' }), params }
    const headers = { 'content-length': '400' }
    expect((await api.request(calls.updateEvent, { ...paused, headers })).status).toBe(200)
    expect((await create(await api.signUp())).status).toBe(201)
    for (const form of open) form.end()
    // A form that breaks off leaves its seat as well.
    for (const { reply } of open) expect((await reply).status).toBe(400)
    expect((await api.request(calls.updateEvent, { ...change, params })).status).toBe(200)
  })
})
