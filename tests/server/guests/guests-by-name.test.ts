import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import {
  GUESTS_PER_ADDRESS_PER_HOUR,
  GUESTS_PER_EVENT_PER_HOUR,
  guestCookie,
  NAME_MAX,
} from '../../../contract/limits.ts'
import { countRows, sql } from '../../../server/db/sql.ts'
import { addHit } from '../../../server/limits/limit.ts'
import { listOnDisk } from '../../support/database-places.ts'
import { freshGuestOrma } from '../../support/guests-by-name.ts'
import { HOUR_MS } from '../../support/user-api.ts'

const { api, owner, event, byPhone, comeIn, guest, like, comment } = freshGuestOrma()
const KEY = crypto.randomUUID()

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
]

describe('POST /events/{event_hash}/guests', () => {
  it('gives a guest by name a token that adds, likes and comments', async () => {
    const answer = await comeIn('Nora')
    const { token, user } = answer.body
    expect(user).toMatchObject({ name: 'Nora', phone: '', guestOf: event.event_hash })
    expect(answer.headers.getSetCookie()[0]).toContain(`${guestCookie(event.event_hash)}=${token};`)
    const added = await api.upload(event, { user, token })
    expect([added.status, added.body.post.User]).toEqual([201, { id: user.id, name: 'Nora' }])
    const { id } = await api.addPost(event, owner)
    expect((await like({ user, token }, id)).status).toBe(200)
    expect((await comment({ user, token }, id)).status).toBe(200)
    const profile = await api.request(calls.getProfile, { token })
    expect(profile.body).toEqual({ user })
  })

  it('refuses where the Orma asks for a phone', async () => {
    expect(codeOf(await comeIn('Nora', { of: byPhone }))).toEqual([403, 'phone_wanted'])
    expect(await countRows(api.db, sql`from guests`)).toBe(0)
  })

  it('gives the same guest again under the same key', async () => {
    const first = await comeIn('Nora', { key: KEY })
    const again = await Promise.all([1, 2, 3].map(() => comeIn('Nora', { key: KEY })))
    for (const { body } of again) expect(body).toEqual(first.body)
    expect(await countRows(api.db, sql`from guests`)).toBe(1)
    expect(codeOf(await comeIn('Nina', { key: KEY }))).toEqual([401, 'unauthorized'])
  })

  it('does not bring a guest back who has signed out', async () => {
    const { token } = (await comeIn('Nora', { key: KEY })).body
    await api.request(calls.logout, { token })
    expect(codeOf(await comeIn('Nora', { key: KEY }))).toEqual([401, 'unauthorized'])
  })

  it('tells two of one name apart, also after a new name', async () => {
    const names = []
    for (const name of ['Nora', 'Nora', 'Nora', 'nora', 'Anna']) {
      names.push((await guest(name)).user.name)
    }
    expect(names).toEqual(['Nora', 'Nora (2)', 'Nora (3)', 'nora', 'Anna (2)'])
    const { token } = await guest('Mia')
    const renamed = await api.request(calls.updateUser, { token, body: { newName: 'Nora' } })
    expect(renamed.body.user.name).toBe('Nora (4)')
    const long = 'x'.repeat(NAME_MAX)
    expect((await guest(long)).user.name).toBe(long)
    expect([...(await guest(long)).user.name!].length).toBeLessThanOrEqual(NAME_MAX)
  })

  it('is good in its own Orma alone', async () => {
    const other = await api.createOrma(owner, { guestSignIn: 'name' })
    const person = await guest('Nora')
    const { token } = person
    expect(codeOf(await api.upload(other, person))).toEqual([403, 'guest_elsewhere'])
    for (const call of [calls.listOwnEvents, calls.listRecentlyViewed]) {
      expect(codeOf(await api.request(call, { token }))).toEqual([403, 'phone_wanted'])
    }
    const body = { event_hash: event.event_hash }
    expect(codeOf(await api.request(calls.markViewed, { token, body }))).toEqual([
      403,
      'phone_wanted',
    ])
    const people = { params: { event_hash: event.event_hash }, token }
    expect(codeOf(await api.request(calls.listPeople, people))).toEqual([403, 'owner_only'])
  })

  it('makes a few hundred an hour for one address', async () => {
    for (let n = 1; n < GUESTS_PER_ADDRESS_PER_HOUR; n += 1) {
      await addHit(api.db, 'guests-of-address:198.51.100.7', api.clock.ms)
    }
    const address = '198.51.100.7'
    expect((await comeIn('Last', { address })).status).toBe(200)
    expect((await comeIn('Late', { address })).status).toBe(429)
    expect((await comeIn('Elsewhere')).status).toBe(200)
  })

  it('holds guests of a flooded Orma for a while, and tells its owner once', async () => {
    for (let n = 0; n < GUESTS_PER_EVENT_PER_HOUR; n += 1) {
      await addHit(api.db, `guests-of-event:${event.id}`, api.clock.ms)
    }
    const held = [await comeIn('Nora'), await comeIn('Nora')]
    expect(held.map(({ status }) => status)).toEqual([429, 429])
    const acts = () =>
      api.request(calls.listAudit, {
        params: { event_hash: event.event_hash },
        token: owner.token,
      })
    const told = (await acts()).body.entries.filter(
      ({ action }: { action: string }) => action === 'hold_guests',
    )
    expect(told).toHaveLength(1)
    api.clock.advance(HOUR_MS)
    expect((await comeIn('Nora')).status).toBe(200)
  })
})

it('a guest by name deletes the account with the photos', async () => {
  const person = await guest('Nora')
  await api.upload(event, person)
  const gone = await api.request(calls.deleteAccount, {
    token: person.token,
    query: { posts: 'delete' },
  })
  expect([gone.status, gone.body.deleted.posts]).toEqual([200, 1])
  expect(await countRows(api.db, sql`from guests`)).toBe(0)
})

it('a guest by name goes with the Orma, and their token is nobody’s', async () => {
  const person = await guest('Nora')
  const { id } = await api.addPost(event, person)
  await like(person, id)
  await comment(person, id)
  const params = { event_hash: event.event_hash }
  const gone = await api.request(calls.deleteEvent, { params, token: owner.token })
  expect(gone.status).toBe(204)
  expect(await listOnDisk(api.databaseAddress, ['Nora'])).toEqual([])
  const left = await api.request(calls.verifySession, { token: person.token })
  expect(left.status).toBe(401)
  expect(await countRows(api.db, sql`from users where id = ${person.user.id}`)).toBe(0)
})
