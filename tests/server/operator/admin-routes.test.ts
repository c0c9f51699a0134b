import { beforeAll, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { AdminEvent, Check, OperatorAct } from '../../../contract/admin.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import { maskPhone } from '../../../server/operator/operator-acts.ts'
import { createApiClient } from '../../support/api-client.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { ADMIN_PHONE } from '../../support/whole-api.ts'

const api = await sharedWholeApi()
const client = createApiClient(api)

let admin: Person
let owner: Person
beforeAll(async () => {
  admin = await api.signUp({ phone: ADMIN_PHONE, name: 'Ada', email: 'ada@example.com' })
  owner = await client.signUp('Olga')
})

const { call } = client
const ask = (endpoint: Parameters<typeof call>[0], options: Parameters<typeof call>[1] = {}) =>
  call(endpoint, { ...options, token: admin.token })
const named = ({ id }: Pick<Event, 'id'>) => ({ params: { event_id: id } })
const read = ({ event_hash }: Event, person?: Person) =>
  call(calls.getEvent, { params: { event_hash }, ...(person && { token: person.token }) })
const find = async (search: string): Promise<string[]> => {
  const { body } = await ask(calls.listAllEvents, { query: { search } })
  return body.events.map(({ name }: AdminEvent) => name)
}
const lastActs = async (count: number): Promise<OperatorAct[]> =>
  (await ask(calls.listOperatorActs)).body.acts.slice(0, count)
const by = maskPhone(ADMIN_PHONE)

describe('who runs the server', () => {
  it('is told so of their own account, as long as they have that number', async () => {
    const isTold = async ({ token }: Person) =>
      (await call(calls.getProfile, { token })).body.user.isAdmin
    expect([await isTold(admin), await isTold(owner)]).toEqual([true, undefined])
    const setPhone = (phone: string) =>
      api.db.run(sql`update users set phone = ${phone} where id = ${admin.user.id}`)
    await setPhone('12025550199')
    expect((await ask(calls.readOverview)).body.code).toBe('no_route')
    await setPhone(ADMIN_PHONE)
    expect((await ask(calls.readOverview)).status).toBe(200)
  })

  it('sees what there is, what waits and what is wrong', async () => {
    await client.createOrma(owner)
    await api.db.run(sql`insert into last_backup (id, made_at) values (1, ${api.clock.ms})`)
    await api.db.run(sql`
      insert into alerts (name, title, message, since, seen_at)
      values ('backup', 'There is no backup yet', 'Make one.', 0, ${api.clock.ms})`)
    await api.db.run(sql`
      insert into jobs (queue, payload, state, run_at, created_at, turn, failures)
      values ('none', '{}', 'ready', 0, 0, 0, 1)`)
    const { body } = await ask(calls.readOverview)
    await api.db.run(sql`delete from jobs where queue = 'none'`)
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      events: 1,
      people: 2,
      guests: 0,
      posts: 0,
      disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
      queues: [{ queue: 'none', waiting: 1, running: 0, failing: 1, givenUp: 0 }],
      sms: { sent: 1, dailyBudget: 1000, blocked: 0, failed: 0 },
      lastBackupAt: new Date(api.clock.ms).toISOString(),
      alerts: [{ title: 'There is no backup yet', since: new Date(0).toISOString() }],
    })
    const wrong = body.checks.filter(({ isGood }: Check) => !isGood)
    expect(wrong.map(({ what }: Check) => what)).toEqual([
      'Address',
      'Proxy',
      'Sign-in codes',
      // That of a test stands still.
      ...(api.db.isShared ? ['Clock'] : []),
    ])
  })

  it('finds Ormas by name or link, and is given no link', async () => {
    const event = await client.createOrma(owner, { name: 'Ännes 100 %', event_date: '2026-06-20' })
    await client.createOrma(owner, { name: 'Ben’s day', event_date: '2026-06-20' })
    expect(await find(' änNES ')).toEqual(['Ännes 100 %'])
    expect(await find('0 %')).toEqual(['Ännes 100 %'])
    expect(await find('%%')).toEqual([])
    const link = `https://photos-of-somebody-and-others.example/${event.event_hash}`
    for (const search of [link, `${link}/upload?pin#x`, event.event_hash.slice(0, 8)]) {
      expect(await find(search)).toEqual(['Ännes 100 %'])
    }
    const { body } = await ask(calls.listAllEvents, { query: { after: String(event.id + 1) } })
    expect(body.events[0]).toEqual({
      id: event.id,
      name: 'Ännes 100 %',
      event_date: '2026-06-20',
      ownerPhone: maskPhone(owner.user.phone),
      postCount: 0,
      storageBytes: 0,
      lastActiveAt: null,
      isFull: false,
      isPausedByOwner: false,
      isPausedByHost: false,
    })
    expect(JSON.stringify(body)).not.toContain(event.event_hash.slice(0, 8))
  })

  it('sees guests by name apart from people', async () => {
    const event = await client.createOrma(owner, { name: 'By name', event_date: '2026-06-20' })
    const params = { event_hash: event.event_hash }
    await client.changeOrma(event, owner, { guestSignIn: 'name' })
    await call(calls.createGuest, { params, json: { name: 'Nina' } })
    const { body } = await ask(calls.listAllEvents, { query: { search: 'By name' } })
    const lastActiveAt = new Date(api.clock.ms).toISOString()
    expect(body.events).toMatchObject([{ lastActiveAt, isFull: false }])
    expect((await ask(calls.readOverview)).body).toMatchObject({ people: 2, guests: 1 })
  })

  it('deletes an Orma, which the log still names', async () => {
    const event = await client.createOrma(owner, { name: 'Gone', event_date: '2026-06-20' })
    expect((await ask(calls.deleteForHost, named(event))).status).toBe(204)
    expect((await read(event, owner)).status).toBe(404)
    expect((await ask(calls.deleteForHost, named(event))).body.code).toBe('event_not_found')
    expect(await lastActs(1)).toMatchObject([{ by, action: 'delete_orma', about: 'Gone' }])
  })

  it('makes a link by which people may create', async () => {
    const { status, body } = await ask(calls.inviteCreators, { json: { uses: 3, days: 2 } })
    expect([status, body.token]).toEqual([201, expect.stringMatching(/^[\w-]{43}$/)])
    expect(Date.parse(body.expiresAt) - api.clock.ms).toBe(2 * 24 * 60 * 60_000)
    const rows = await api.db.all(sql`select uses_left from creator_invitations`)
    expect(rows).toEqual([{ uses_left: 3 }])
    expect(await lastActs(1)).toMatchObject([{ by, action: 'invite', about: '3' }])
  })
})

describe('an Orma that who runs the server has paused', () => {
  it('stays so for its owner until they reopen it, each once in the log', async () => {
    const event = await client.createOrma(owner, { name: 'Held', event_date: '2026-06-20' })
    for (const _press of [1, 2]) {
      const { body } = await ask(calls.pauseForHost, named(event))
      expect(body.event).toMatchObject({ isPausedByHost: true, isPausedByOwner: false })
    }
    expect((await read(event)).body).toMatchObject({
      code: 'paused',
      error: texts.server.pausedByHost,
    })
    const shown = await read(event, owner)
    expect(shown.body.event).toMatchObject({ paused: true, pausedByHost: true })

    const reopened = await client.changeOrma(event, owner, { paused: 'false' })
    expect([reopened.status, reopened.body.code]).toEqual([403, 'paused_by_host'])
    const renamed = await client.changeOrma(event, owner, { name: 'Renamed', paused: 'true' })
    expect(renamed.body.event).toMatchObject({ name: 'Renamed', paused: true })

    await ask(calls.reopenForHost, named(event))
    expect((await read(event)).body.event).toMatchObject({ name: 'Renamed' })
    expect(await lastActs(3)).toMatchObject([
      { by, action: 'reopen', about: 'Renamed' },
      { by, action: 'pause', about: 'Held' },
      { action: 'invite' },
    ])
  })

  it('takes no more organisers, also by links from before', async () => {
    const event = await client.createOrma(owner)
    const of = { params: { event_hash: event.event_hash } }
    const invite = () => call(calls.inviteOrganiser, { ...of, token: owner.token })
    const json = { token: (await invite()).body.token }
    await ask(calls.pauseForHost, named(event))
    expect((await invite()).body.code).toBe('paused_by_host')
    const { token } = await client.signUp('Gina')
    const accept = () => call(calls.acceptInvitation, { ...of, token, json })
    expect((await accept()).body.code).toBe('paused_by_host')
    await ask(calls.reopenForHost, named(event))
    expect((await accept()).status).toBe(200)
  })

  it('stays paused where its owner has paused it as well', async () => {
    const event = await client.createOrma(owner)
    await client.changeOrma(event, owner, { paused: 'true' })
    await ask(calls.pauseForHost, named(event))
    const { body } = await ask(calls.reopenForHost, named(event))
    expect(body.event).toMatchObject({ isPausedByHost: false, isPausedByOwner: true })
    expect((await read(event)).body.error).toBe(texts.server.paused)
    await client.changeOrma(event, owner, { paused: 'false' })
    expect((await read(event)).status).toBe(200)
  })
})

describe('a banned number', () => {
  const ban = (json: object) => ask(calls.addBan, { json })
  const start = (phone: string) => call(calls.startRegistration, { json: { phone } })

  it('is signed out and signs in no more, until the ban is lifted', async () => {
    const person = await client.signUp('Berta')
    const event = await client.createOrma(person, { name: 'Hers', event_date: '2026-06-20' })
    const { phone } = person.user
    await api.db.run(sql`
      insert into archives (ticket_hash, event_id, user_id, post_ids, etag, asked_at)
      values ('', ${event.id}, ${person.user.id}, '[]', '', ${api.clock.ms})`)
    api.clock.advance(60_000)
    const { body: sent } = await start(phone)
    const code = await api.codeFor(phone)
    const { body } = await ban({ owner_of: event.id })
    expect(body.ban).toMatchObject({ phone: maskPhone(phone), name: 'Berta' })
    expect((await call(calls.getProfile, { token: person.token })).status).toBe(401)
    expect(await api.db.all(sql`select event_id from archives`)).toEqual([])
    expect((await start(phone)).body).toMatchObject({ code: 'banned', error: texts.server.banned })
    const json = { phone, code, request_id: sent.request_id }
    expect((await call(calls.verifyRegistration, { json })).body.code).toBe('banned')
    expect((await read(event)).status).toBe(200)

    expect((await ask(calls.listBans)).body.bans).toEqual([body.ban])
    await ban({ phone: `+${phone}` })
    for (const _press of [1, 2]) {
      await ask(calls.liftBan, { params: { ban_id: body.ban.id } })
    }
    expect((await call(calls.verifyRegistration, { json })).status).toBe(200)
    expect(await lastActs(3)).toMatchObject([
      { by, action: 'lift_ban', about: maskPhone(phone) },
      { by, action: 'ban', about: maskPhone(phone) },
      { action: 'reopen' },
    ])
  })

  it('is nobody’s new number', async () => {
    const newPhone = '4915112345678'
    await ban({ phone: newPhone })
    const { body } = await call(calls.startPhoneChange, { json: { newPhone }, token: owner.token })
    expect(body.code).toBe('banned')
  })

  it('is no number of who runs the server, and some number', async () => {
    const own = await ban({ phone: ADMIN_PHONE })
    expect([own.status, own.body.error]).toEqual([400, texts.server.adminsStay])
    expect((await ban({})).body).toMatchObject({ code: 'invalid_field', field: 'phone' })
    expect((await ban({ owner_of: 999_999 })).status).toBe(404)
  })
})
