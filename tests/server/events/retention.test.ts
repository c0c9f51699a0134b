import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Transaction } from '../../../server/db/sql.ts'
import { deleteDueEvents } from '../../../server/events/delete-event.ts'
import { announceRetention } from '../../../server/events/retention.ts'
import { createSession } from '../../../server/users/sessions.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { DAY_MS } from '../../support/user-api.ts'

const DAYS = 365
const PARTY = Date.UTC(2026, 5, 20)
const { api, owner, event } = freshOrma()

beforeEach(() => api.db.run(sql`update events set created_at = ${PARTY - DAY_MS}`))

/** What housekeeping does, that many days after the party. */
async function keepHouse(day: number, days = DAYS): Promise<number> {
  api.clock.ms = PARTY + day * DAY_MS
  owner.token = await createSession(api.db, owner.user.id, api.clock.ms)
  await announceRetention({ ...api, retentionDays: days }, api.clock.ms)
  return deleteDueEvents({ ...api, retentionDays: days }, api.clock.ms)
}
const read = async (person?: Person) => {
  const params = { event_hash: event.event_hash }
  return (await api.request(calls.getEvent, { params, ...person })).body.event as Event | undefined
}
const keptUntil = async () => (await read(owner))?.keptUntil
/** The database, where this Orma cannot be changed. */
function withStuckRow(stuckId: number): Database {
  return {
    ...api.db,
    transaction: (work, options) =>
      api.db.transaction((tx) => {
        const lockRow: Transaction['lockRow'] = async (table, id) => {
          if (id === stuckId) throw new Error('stuck')
          await tx.lockRow(table, id)
        }
        return work({ ...tx, lockRow })
      }, options),
  }
}
const dayOf = (days: number) => new Date(PARTY + days * DAY_MS).toISOString()

describe('RETENTION_DAYS', () => {
  it('has an Orma deleted so long after its day, told 30 days ahead', async () => {
    await api.addPost(event, owner)
    await keepHouse(DAYS - 31)
    expect(await keptUntil()).toBeNull()
    await keepHouse(DAYS - 30)
    expect(await keptUntil()).toBe(dayOf(DAYS))
    expect(await read(await api.signUp())).not.toHaveProperty('keptUntil')
    // Whether the owner reads it or not.
    await keepHouse(DAYS - 0.001)
    expect(await keptUntil()).toBe(dayOf(DAYS))
    await keepHouse(DAYS)
    expect(await read()).toBeUndefined()
    expect(await Array.fromAsync(api.blobs.list(''))).toEqual([])
  })

  it('tells owners of old Ormas 30 days ahead as well, once it is set', async () => {
    await keepHouse(3 * DAYS)
    expect(await keptUntil()).toBe(dayOf(3 * DAYS + 30))
    await keepHouse(3 * DAYS + 29)
    expect(await keptUntil()).toBe(dayOf(3 * DAYS + 30))
    await keepHouse(3 * DAYS + 30)
    expect(await read()).toBeUndefined()
  })

  it('takes back what it announced, and moves it to a later day alone', async () => {
    await keepHouse(DAYS)
    await keepHouse(DAYS + 1, DAYS - 200)
    expect(await keptUntil()).toBe(dayOf(DAYS + 30))
    await keepHouse(DAYS + 2, DAYS + 31)
    expect(await keptUntil()).toBe(dayOf(DAYS + 31))
    await keepHouse(DAYS + 3, 2 * DAYS)
    expect(await keptUntil()).toBeNull()
    await keepHouse(2 * DAYS)
    expect(await keptUntil()).toBe(dayOf(2 * DAYS + 30))
    await announceRetention({ ...api, retentionDays: undefined }, api.clock.ms)
    expect(await keptUntil()).toBeNull()
  })

  it('notes that its warning was read, and forgets it with another day', async () => {
    const openWarning = () =>
      api.request(calls.noteDeletionSeen, {
        params: { event_hash: event.event_hash },
        token: owner.token,
      })
    await keepHouse(DAYS - 29)
    expect((await openWarning()).body.event.deletionSeenAt).toBe(dayOf(DAYS - 29))
    await api.changeOrma(event, owner, { event_date: '2026-06-25' })
    await keepHouse(DAYS - 20)
    expect(await read(owner)).toMatchObject({ keptUntil: dayOf(DAYS + 5), deletionSeenAt: null })
  })

  it('lets an Orma stay whose day is moved, or the setting gone', async () => {
    await keepHouse(DAYS - 30)
    api.clock.ms = PARTY + DAYS * DAY_MS
    const keepDue = (retentionDays?: number) =>
      deleteDueEvents({ ...api, retentionDays }, api.clock.ms)
    expect(await keepDue()).toBe(0)
    owner.token = await createSession(api.db, owner.user.id, api.clock.ms)
    await api.changeOrma(event, owner, { event_date: '2027-06-20' })
    expect(await keepDue(DAYS)).toBe(0)
    await api.changeOrma(event, owner, { event_date: '2026-06-20' })
    expect(await keepDue(DAYS)).toBe(1)
  })

  it('counts from when an Orma was made where its day was over then', async () => {
    await keepHouse(3 * DAYS)
    const old = await api.createOrma(owner, { event_date: '2026-06-20' })
    const kept = async () => {
      const rows = sql`select kept_until from events where id = ${old.id}`
      return (await api.db.get<{ kept_until: number | null }>(rows))?.kept_until
    }
    await keepHouse(4 * DAYS - 31)
    expect(await kept()).toBeNull()
    await keepHouse(4 * DAYS - 30)
    expect(await kept()).toBe(PARTY + 4 * DAYS * DAY_MS)
  })

  it('goes on with the others where one Orma fails', async () => {
    const other = await api.createOrma(owner)
    await api.db.run(sql`update events set created_at = ${PARTY}`)
    const parts = { ...api, db: withStuckRow(event.id), retentionDays: DAYS }
    await announceRetention(parts, PARTY + (DAYS - 30) * DAY_MS)
    expect(await api.db.all(sql`select id from events where kept_until is not null`)).toEqual([
      { id: other.id },
    ])
    await api.db.run(sql`update events set kept_until = ${PARTY + DAYS * DAY_MS}`)
    expect(await deleteDueEvents(parts, PARTY + DAYS * DAY_MS)).toBe(1)
    expect(await api.db.all(sql`select id from events`)).toEqual([{ id: event.id }])
  })

  it('leaves all Ormas where it is not set', async () => {
    const nowMs = PARTY + 10 * DAYS * DAY_MS
    await announceRetention({ ...api, retentionDays: undefined }, nowMs)
    await deleteDueEvents({ ...api, retentionDays: undefined }, nowMs)
    expect(await api.db.all(sql`select id, kept_until from events`)).toEqual([
      { id: event.id, kept_until: null },
    ])
  })
})
