import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { EVENT_FORMS, EVENTS_PER_DAY } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import { pruneEventKeys } from '../../../server/events/create-event.ts'
import { DAY_MS } from '../../../server/limits/limit.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { freshPeople } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'
import type { Person } from '../../support/orma-api.ts'
import { makePhotoFile } from '../../support/photos.ts'

/** Without a key. */
const ANEW = { under: '' }

const { api, owner, stranger } = freshPeople()
let key: string
beforeEach(() => {
  key = randomUUID()
})

function create(fields: Record<string, string | Blob> = {}, { by = owner, under = key } = {}) {
  return api.request(calls.createEvent, {
    token: by.token,
    body: toForm({ name: 'Anna & Ben', event_date: '2026-06-20', ...fields }),
    headers: under === '' ? {} : { 'idempotency-key': under },
  })
}

function remove({ event_hash }: Event) {
  return api.request(calls.deleteEvent, { params: { event_hash }, token: owner.token })
}

const ownOrmas = async ({ token }: Person): Promise<Event[]> =>
  (await api.request(calls.listOwnEvents, { token })).body.allevents

const picture = (width: number) => makePhotoFile({ width, height: 48 })

async function storedImages(): Promise<number> {
  let images = 0
  for await (const _blob of api.blobs.list('event/')) images += 1
  return images
}

describe('POST /events under a key', () => {
  afterEach(() => {
    const surprises = api.logged.filter(({ level }) => level !== 'info')
    if (surprises.length > 0) throw new Error(`surprises: ${JSON.stringify(surprises)}`)
  })

  it('gives the Orma once more when repeated, as it is by now', async () => {
    const first = await create()
    expect(first.status).toBe(201)
    const again = await create()
    expect([again.status, again.body]).toEqual([200, first.body])
    const { event } = first.body
    await api.changeOrma(event, owner, { name: 'Ben & Anna' })
    expect((await create()).body.event).toEqual({ ...event, name: 'Ben & Anna' })
    expect(await ownOrmas(owner)).toHaveLength(1)
  })

  it('makes one Orma of many requests at once, with its images once', async () => {
    const [profile_image, banner] = [await picture(64), await picture(96)]
    const replies = await Promise.all(
      Array.from({ length: EVENT_FORMS.perUser }, () => create({ profile_image, banner })),
    )
    const made = replies.filter(({ status }) => status === 201)
    expect([made.length, replies.filter(({ status }) => status === 200).length]).toEqual([1, 2])
    const [event, ...others] = await ownOrmas(owner)
    expect(others).toEqual([])
    for (const { body } of replies) expect(body).toEqual({ event })
    expect(await storedImages()).toBe(2)
    const acts = sql`select action from audit_entries`
    expect(await api.db.all(acts)).toEqual([{ action: 'create' }])
  })

  it.each([
    ['another name', { name: 'Ben & Anna' }],
    ['another day', { event_date: '2026-06-21' }],
    ['a seating chart', { seating_url: 'https://seats.example' }],
    ['videos', { allowVideos: 'true' }],
    ['an end of the uploads', { endsAt: '2026-06-22T00:00:00.000Z' }],
  ])('refuses %s under the same key, and leaves the Orma as it is', async (_what, fields) => {
    const first = await create()
    const other = await create(fields)
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
    expect(await ownOrmas(owner)).toEqual([first.body.event])
  })

  it('tells another image from the same one', async () => {
    const banner = await picture(64)
    const first = await create({ banner })
    expect((await create({ banner })).body).toEqual(first.body)
    expect((await create({ banner: await picture(65) })).status).toBe(422)
    expect((await create({ profile_image: banner })).status).toBe(422)
    expect((await create()).status).toBe(422)
    expect(await storedImages()).toBe(1)
  })

  it('does not bring back an Orma that was deleted, and makes none in its place', async () => {
    const { event } = (await create()).body
    await remove(event)
    for (const name of ['Anna & Ben', 'Ben & Anna']) {
      const again = await create({ name })
      expect([again.status, again.body.code]).toEqual([404, 'event_not_found'])
    }
    expect(await ownOrmas(owner)).toEqual([])
    expect((await create({}, { under: randomUUID() })).status).toBe(201)
  })

  it('is of one user: the same key of another makes theirs', async () => {
    const first = await create()
    const theirs = await create({}, { by: stranger })
    expect(theirs.status).toBe(201)
    expect(theirs.body.event.event_hash).not.toBe(first.body.event.event_hash)
    expect(await ownOrmas(stranger)).toEqual([theirs.body.event])
  })

  it('takes the key again for what was refused', async () => {
    expect((await create({ name: ' ' })).status).toBe(400)
    expect((await create({ banner: new File(['no image'], 'a.jpg') })).status).toBe(415)
    expect((await create()).status).toBe(201)
  })

  it('refuses a key that is no UUID, and makes every Orma without one', async () => {
    const wrong = await create({}, { under: 'my-orma' })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_key'])
    for (const _time of [1, 2]) expect((await create({}, ANEW)).status).toBe(201)
    expect(await ownOrmas(owner)).toHaveLength(2)
  })

  it('remembers the key for 30 days, and no longer than the account', async () => {
    const keys = async () => (await api.db.all(sql`select user_id from event_keys`)).length
    await create()
    await create({}, { by: stranger })
    await pruneEventKeys(api.db, api.clock.ms + 30 * DAY_MS)
    expect(await keys()).toBe(2)
    const [theirs] = await ownOrmas(stranger)
    await api.db.run(sql`delete from events where id = ${theirs?.id ?? 0}`)
    // Posts that stay keep the row of their user.
    const [event] = await ownOrmas(owner)
    if (event) await api.addPost(event, stranger)
    await deleteAccount(api.db, stranger.user.id)
    expect(await keys()).toBe(1)
    await pruneEventKeys(api.db, api.clock.ms + 31 * DAY_MS)
    expect(await keys()).toBe(0)
  })
})

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

describe('POST /events: too many', () => {
  it('makes 10 a day for an account, and keeps nothing of another', async () => {
    expect((await create()).status).toBe(201)
    for (let n = 1; n < EVENTS_PER_DAY; n += 1) expect((await create({}, ANEW)).status).toBe(201)
    api.clock.advance(DAY_MS - 30_000)
    const banner = await makePhotoFile({ width: 64, height: 48 })
    const refused = await create({ banner }, { under: randomUUID() })
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await api.db.all(sql`select id from events`)).toHaveLength(EVENTS_PER_DAY)
    expect(await Array.fromAsync(api.blobs.list('event/'))).toEqual([])
    // Those that were made are found all the same.
    expect((await create()).status).toBe(200)
    expect((await create({}, { by: await api.signUp() })).status).toBe(201)
    api.clock.advance(30_000)
    expect((await create({}, ANEW)).status).toBe(201)
  })

  it('makes no more where the last ones are asked for at once', async () => {
    for (let n = 1; n < EVENTS_PER_DAY; n += 1) await create({}, ANEW)
    const statuses = (await Promise.all([create({}, ANEW), create({}, ANEW)])).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 429])
  })

  it('reads three forms of an account at once, and others’ meanwhile', async () => {
    const { body } = await create({}, ANEW)
    const open = Array.from({ length: EVENT_FORMS.perUser }, () => openForm(owner))
    await Promise.all(open.map(({ begun }) => begun))
    const refused = await create({}, ANEW)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    const change = () => api.changeOrma(body.event, owner, { name: 'Ben & Anna' })
    expect((await change()).status).toBe(429)
    // One without images, as a pause is, waits for none of them.
    const params = { event_hash: body.event.event_hash }
    const paused = { token: owner.token, body: toForm({ paused: 'true' }), params }
    const headers = { 'content-length': '400' }
    expect((await api.request(calls.updateEvent, { ...paused, headers })).status).toBe(200)
    expect((await create({}, { by: await api.signUp() })).status).toBe(201)
    for (const form of open) form.end()
    // A form that breaks off leaves its seat as well.
    for (const { reply } of open) expect((await reply).status).toBe(400)
    expect((await change()).status).toBe(200)
  })
})
