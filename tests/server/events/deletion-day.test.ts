import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import { CHANGES_CHANNEL } from '../../../server/live/changes.ts'
import { createSession } from '../../../server/users/sessions.ts'
import { deleteDueEvents } from '../../../server/events/delete-event.ts'
import { openDatabase } from '../../support/database-places.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { DAY_MS } from '../../support/user-api.ts'

const { api, owner, event } = freshOrma()

const params = () => ({ event_hash: event.event_hash })
const inDays = (days: number) => new Date(api.clock.ms + days * DAY_MS).toISOString()
const set = (fields: Record<string, string>) => api.changeOrma(event, owner, fields)
const read = async (person?: Person) =>
  (await api.request(calls.getEvent, { params: params(), ...person })).body.event as Event
const openWarning = () =>
  api.request(calls.noteDeletionSeen, { params: params(), token: owner.token })
/** The owner signs in again: a session lasts 30 days. */
async function advance(ms: number): Promise<void> {
  api.clock.advance(ms)
  owner.token = await createSession(api.db, owner.user.id, api.clock.ms)
}
const keepHouse = () => deleteDueEvents({ ...api, retentionDays: undefined }, api.clock.ms)

describe('the day of deletion', () => {
  it('is set, moved and cleared by the owner, and told to nobody else', async () => {
    const guest = await api.signUp()
    expect(event).toMatchObject({ deleteAt: null, deletionSeenAt: null })
    const [day, later] = [inDays(30), inDays(90)]
    expect((await set({ deleteAt: day })).body.event.deleteAt).toBe(day)
    for (const viewer of [guest, undefined])
      expect(await read(viewer)).not.toHaveProperty('deleteAt')
    expect((await set({ deleteAt: later })).body.event.deleteAt).toBe(later)
    // Another change leaves it, also when it has come near.
    await advance(80 * DAY_MS)
    expect((await set({ name: 'Ben & Anna', deleteAt: later })).body.event.deleteAt).toBe(later)
    expect((await set({ deleteAt: '' })).body.event.deleteAt).toBeNull()
  })

  it.each([29.9, 0, -1])('is refused %s days from now', async (days) => {
    const { status, body } = await set({ name: 'Other', deleteAt: inDays(days) })
    expect([status, body.code, body.field]).toEqual([400, 'invalid_field', 'deleteAt'])
    expect(body.error).toBe(texts.server.deletionTooSoon)
    expect(await read(owner)).toEqual(event)
  })

  it('takes the Orma with all of it, once, where the warning was opened', async () => {
    const post = await api.addPost(event, owner)
    const kept = await api.createOrma(owner)
    const { id: post_id } = await api.addPost(kept, owner)
    await set({ deleteAt: inDays(30) })
    // Before there is a warning it cannot be opened.
    expect((await openWarning()).body.event.deletionSeenAt).toBeNull()
    await advance(17 * DAY_MS)
    expect((await openWarning()).body.event.deletionSeenAt).toBe(inDays(0))
    await advance(13 * DAY_MS - 1)
    expect(await keepHouse()).toBe(0)
    await advance(1)

    const told: (string | undefined)[] = []
    const stop = api.db.listen(CHANGES_CHANNEL, (word) => told.push(word))
    const other = api.db.isShared ? await openDatabase(api.databaseAddress) : api.db
    const now = api.clock.ms
    const counts = await Promise.all([
      keepHouse(),
      deleteDueEvents({ ...api, db: other, retentionDays: undefined }, now),
    ])
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1])
    await expect.poll(() => told).toContain(String(event.id))
    stop()
    if (other !== api.db) await other.close()

    const { status, body } = await api.request(calls.getEvent, { params: params() })
    expect([status, body.code]).toEqual([404, 'event_not_found'])
    expect(await api.db.all(sql`select id from events`)).toEqual([{ id: kept.id }])
    expect(await api.db.all(sql`select id from posts`)).toEqual([{ id: post_id }])
    const files = await Array.fromAsync(api.blobs.list(''))
    expect(files).toHaveLength(3)
    for (const { key } of files) expect(key).not.toContain(post.media_name)
    const lines = api.logged.filter(({ message }) => message === 'an Orma was deleted')
    expect(lines).toEqual([
      {
        level: 'info',
        message: 'an Orma was deleted',
        details: { event: event.id, posts: 1, owner: owner.user.id, wasSet: true },
      },
    ])
  })

  it('waits for an owner who knows nothing of it, then 14 days', async () => {
    await set({ deleteAt: inDays(30) })
    await advance(200 * DAY_MS)
    expect(await keepHouse()).toBe(0)
    await openWarning()
    await advance(DAY_MS)
    // Opened again, it counts from the first time.
    await openWarning()
    await advance(13 * DAY_MS - 1)
    expect(await keepHouse()).toBe(0)
    await advance(1)
    expect(await keepHouse()).toBe(1)
  })

  it('has a warning of its own once it is moved', async () => {
    await set({ deleteAt: inDays(30) })
    await advance(29 * DAY_MS)
    await openWarning()
    expect((await set({ deleteAt: inDays(30) })).body.event.deletionSeenAt).toBeNull()
    await advance(31 * DAY_MS)
    expect(await keepHouse()).toBe(0)
  })
})
