import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AuditEntry } from '../../../contract/audit-entry.ts'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshPeople } from '../../support/fixtures.ts'
import { toForm } from '../../support/orma-api.ts'

const { api, owner } = freshPeople()

const AS_SPECIFIED = {
  guestSignIn: 'phone',
  photosPerChoice: 4,
  allowVideos: false,
  revealAt: null,
  guestsSee: 'all',
  hasPin: false,
  pinMark: null,
  mayShare: true,
  showCounts: false,
}
const REVEALED = '2099-06-21T00:00:00+02:00'

/** Each switch with a value it is not by default, as it is sent and as it is told. */
const SWITCHES: [field: string, sent: string, told: Partial<Event>, back: string][] = [
  ['guestSignIn', 'name', { guestSignIn: 'name' }, 'phone'],
  ['photosPerChoice', '10', { photosPerChoice: 10 }, '4'],
  ['photosPerChoice', '100', { photosPerChoice: 100 }, '4'],
  ['allowVideos', 'true', { allowVideos: true }, 'false'],
  ['revealAt', 'later', { revealAt: 'later' }, ''],
  ['revealAt', REVEALED, { revealAt: new Date(REVEALED).toISOString() }, ''],
  ['guestsSee', 'own', { guestsSee: 'own' }, 'all'],
  ['pin', 'Käse', { hasPin: true, pinMark: expect.any(String) }, ''],
  ['mayShare', 'false', { mayShare: false }, 'true'],
  ['showCounts', 'true', { showCounts: true }, 'false'],
]

const create = (fields: Record<string, string> = {}, key: string = randomUUID()) =>
  api.request(calls.createEvent, {
    token: owner.token,
    body: toForm({ name: 'Anna & Ben', event_date: '2026-06-20', ...fields }),
    headers: { 'idempotency-key': key },
  })
const read = async ({ event_hash }: Event) => {
  const asked = { params: { event_hash }, token: owner.token }
  return (await api.request(calls.getEvent, asked)).body.event as Event
}
const changed = async ({ event_hash }: Event) => {
  const asked = { params: { event_hash }, query: {}, token: owner.token }
  const { entries } = (await api.request(calls.listAudit, asked)).body
  return (entries as AuditEntry[]).map(({ action, details }) => details.fields ?? action)
}
const storedPin = ({ id }: Event) =>
  api.db.get<{ pin_hash: string | null; pin_version: number }>(
    sql`select pin_hash, pin_version from events where id = ${id}`,
  )

it('an Orma without switches is as specified', async () => {
  const { event } = (await create()).body
  expect(event).toMatchObject(AS_SPECIFIED)
  expect(await read(event)).toMatchObject(AS_SPECIFIED)
  expect(await changed(event)).toEqual(['create'])
})

describe.each(SWITCHES)('%s: %s', (field, sent, told, back) => {
  it('is set with a new Orma, and with it alone', async () => {
    const { status, body } = await create({ [field]: sent })
    expect(status).toBe(201)
    expect(body.event).toMatchObject({ ...AS_SPECIFIED, ...told })
    expect(await read(body.event)).toMatchObject({ ...AS_SPECIFIED, ...told })
  })

  it('is set and taken back later, stays where it is left out, and is noted', async () => {
    const { event } = (await create()).body
    const set = await api.changeOrma(event, owner, { [field]: sent })
    expect([set.status, set.body.event]).toMatchObject([200, { ...AS_SPECIFIED, ...told }])
    await api.changeOrma(event, owner, { name: 'Ben & Anna' })
    await api.changeOrma(event, owner, { [field]: sent })
    expect(await read(event)).toMatchObject({ ...AS_SPECIFIED, ...told })
    await api.changeOrma(event, owner, { [field]: back })
    expect(await read(event)).toMatchObject(AS_SPECIFIED)
    expect(await changed(event)).toEqual([[field], ['name'], [field], 'create'])
  })

  it('makes another Orma of the same key a refusal', async () => {
    const key = randomUUID()
    expect((await create({}, key)).status).toBe(201)
    expect((await create({ [field]: sent }, key)).body.code).toBe('key_reused')
    const other = randomUUID()
    expect((await create({ [field]: sent }, other)).status).toBe(201)
    expect((await create({ [field]: sent }, other)).status).toBe(200)
  })
})

describe('a switch that is sent as it cannot be', () => {
  it.each([
    ['guestSignIn', ''],
    ['guestSignIn', 'email'],
    ['photosPerChoice', '0'],
    ['photosPerChoice', '5'],
    ['photosPerChoice', '1000'],
    ['photosPerChoice', '4.0'],
    ['allowVideos', 'yes'],
    ['revealAt', 'soon'],
    ['revealAt', '2099-02-31T00:00:00Z'],
    ['revealAt', '2099-06-21'],
    ['guestsSee', 'none'],
    ['pin', 'abc'],
    ['pin', 'thirteen chars'],
    ['pin', 'ab\ncd'],
    ['mayShare', '1'],
    ['showCounts', 'yes'],
    ['keepDevices', 'maybe'],
  ])('%s "%s" is refused by name, and changes nothing', async (field, sent) => {
    const { event } = (await create()).body
    const refused = await api.changeOrma(event, owner, { name: 'Other', [field]: sent })
    expect([refused.status, refused.body.field]).toEqual([400, field])
    expect(await read(event)).toMatchObject({ ...AS_SPECIFIED, name: 'Anna & Ben' })
    if (field === 'keepDevices') return
    const unmade = await create({ [field]: sent })
    expect([unmade.status, unmade.body.field]).toEqual([400, field])
  })
})

describe('the word at the door', () => {
  it('is stored as a hash of this Orma alone, and told to nobody', async () => {
    const [one, other] = [
      (await create({ pin: 'käse' })).body,
      (await create({ pin: 'käse' })).body,
    ]
    const hashes = [await storedPin(one.event), await storedPin(other.event)]
    expect(new Set(hashes.map((stored) => stored?.pin_hash)).size).toBe(2)
    expect(JSON.stringify([one, await read(one.event), hashes])).not.toMatch(/käse/i)
  })

  it('counts up for devices that know the one before, unless they are let in', async () => {
    const { event } = (await create({ pin: 'first' })).body
    const set = async (fields: Record<string, string>) => {
      await api.changeOrma(event, owner, fields)
      return storedPin(event)
    }
    const first = await storedPin(event)
    // Capitals count for nothing: it is the same word.
    expect(await set({ pin: ' FIRST ' })).toEqual(first)
    const second = await set({ pin: 'second', keepDevices: 'true' })
    expect(second?.pin_version).toBe(first?.pin_version)
    expect(second?.pin_hash).not.toBe(first?.pin_hash)
    expect((await set({ pin: 'third' }))?.pin_version).toBe(1)
    expect((await set({ pin: 'fourth', keepDevices: 'false' }))?.pin_version).toBe(2)
    expect(await set({ pin: '' })).toMatchObject({ pin_hash: null })
  })
})
