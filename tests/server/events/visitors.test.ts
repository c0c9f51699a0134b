import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { MARKS_PER_ADDRESS_PER_HOUR } from '../../../contract/limits.ts'
import type { Event } from '../../../contract/entities.ts'
import type { Totals } from '../../../contract/participants.ts'
import { addOrganiser } from '../../../server/organisers/organisers.ts'
import { addHit } from '../../../server/limits/limit.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { countRows, sql } from '../../../server/db/sql.ts'
import { freshGuestOrma } from '../../support/guests-by-name.ts'
import type { Person } from '../../support/orma-api.ts'

const { api, owner, event, guest, like, comment } = freshGuestOrma()
const params = () => ({ event_hash: event.event_hash })
const MARK = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
const OTHER_MARK = '7f9619ff-8b86-4d01-b42d-00cf4fc964ff'

const open = (mark: string, { isKnown = false, address = '192.0.2.1' } = {}) =>
  api.request(calls.countVisitor, { params: params(), body: { mark, isKnown }, address })
const view = ({ token }: Person) => api.request(calls.markViewed, { token, body: params() })
const totals = async (): Promise<Totals> =>
  (await api.request(calls.getTotals, { params: params(), token: owner.token })).body.totals
const seen = async (person?: Person): Promise<Event> => {
  const who = person ? { token: person.token } : {}
  return (await api.request(calls.getEvent, { params: params(), ...who })).body.event
}

describe('POST /events/{event_hash}/visitors', () => {
  it('counts a device once, and takes it out where its person signs in', async () => {
    for (const mark of [MARK, MARK.toUpperCase(), OTHER_MARK])
      expect((await open(mark)).status).toBe(204)
    expect((await totals()).guests).toBe(2)
    for (const _again of [1, 2]) expect((await open(MARK, { isKnown: true })).status).toBe(204)
    expect((await totals()).guests).toBe(1)
    expect((await open('a guest')).body.field).toBe('mark')
  })

  it('stores a hash of what the device says, and nothing else', async () => {
    await open(MARK)
    const rows = await api.db.all<Record<string, unknown>>(sql`select * from visitor_marks`)
    expect(rows).toEqual([{ event_id: event.id, mark_hash: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  it('counts no more of one address than a venue has', async () => {
    await open(MARK)
    const { scope } = (await api.db.get<{ scope: string }>(
      sql`select scope from limit_hits where scope like 'visitor-marks:%'`,
    ))!
    for (let hit = 1; hit < MARKS_PER_ADDRESS_PER_HOUR; hit += 1)
      await addHit(api.db, scope, api.clock.ms)
    expect((await open(OTHER_MARK)).status).toBe(429)
    // What is known costs nothing.
    expect((await open(MARK)).status).toBe(204)
    expect((await open(OTHER_MARK, { address: '192.0.2.2' })).status).toBe(204)
    expect((await totals()).guests).toBe(2)
  })

  it('counts all that come at once', async () => {
    const marks = Array.from({ length: 12 }, () => crypto.randomUUID())
    await api.changeOrma(event, owner, { showCounts: 'true' })
    await Promise.all(marks.map((mark) => open(mark)))
    expect((await seen()).guestCount).toBe(12)
  })
})

describe('GET /events/{event_hash}/totals', () => {
  it('counts who opened it and took part, but no organisers', async () => {
    const helper = await api.signUp(undefined, 'Hal')
    await api.db.transaction((tx) =>
      addOrganiser(tx, { event_id: event.id, user_id: helper.user.id }, 1),
    )
    const byPhone = await api.signUp(undefined, 'Zoe')
    const nora = await guest('Nora')
    await guest('Nina')
    for (const person of [owner, helper, byPhone, byPhone]) await view(person)
    await open(MARK)
    const { id } = await api.addPost(event, owner)
    await api.addPost(event, helper)
    await api.addPost(event, nora, { status: 'FAILEDBYNUDITY' })
    for (const person of [owner, nora, byPhone]) await like(person, id)
    await comment(byPhone, id)
    expect(await totals()).toEqual({ guests: 4, tookPart: 2, photos: 2, videos: 0, likes: 3 })
  })

  it('counts who took part without a page that told of the visit', async () => {
    await api.addPost(event, await api.signUp(undefined, 'Zoe'))
    expect(await totals()).toMatchObject({ guests: 1, tookPart: 1, photos: 1 })
  })

  it('forgets who was removed or deleted the account', async () => {
    const nora = await guest('Nora')
    const zoe = await api.signUp(undefined, 'Zoe')
    await view(zoe)
    await api.changeOrma(event, owner, { showCounts: 'true' })
    expect((await totals()).guests).toBe(2)
    await api.request(calls.removePerson, {
      params: { ...params(), user_id: nora.user.id },
      query: { posts: 'delete' },
      token: owner.token,
    })
    expect((await seen()).guestCount).toBe(1)
    await deleteAccount(api.db, zoe.user.id)
    expect((await totals()).guests).toBe(0)
  })
})

describe('the number of guests of an Orma', () => {
  it('is told to all once an organiser wants that', async () => {
    await open(MARK)
    await guest('Nora')
    expect(await seen()).toMatchObject({ showCounts: false, guestCount: null })
    expect(await seen(owner)).toMatchObject({ guestCount: null })
    await api.changeOrma(event, owner, { showCounts: 'true' })
    expect(await seen()).toMatchObject({ showCounts: true, guestCount: 2 })
    await view(await api.signUp(undefined, 'Zoe'))
    expect(await seen(owner)).toMatchObject({ guestCount: 3 })
  })

  it.each([
    ['revealAt', 'later'],
    ['guestsSee', 'own'],
  ])('is told to organisers alone where %s is %s', async (field, value) => {
    await open(MARK)
    await api.changeOrma(event, owner, { showCounts: 'true', [field]: value })
    expect(await seen()).toMatchObject({ guestCount: null, postCount: 0 })
    expect(await seen(owner)).toMatchObject({ guestCount: 1 })
  })

  it('goes with the Orma', async () => {
    await open(MARK)
    await api.request(calls.deleteEvent, { params: params(), token: owner.token })
    expect(await countRows(api.db, sql`from visitor_marks`)).toBe(0)
  })
})
