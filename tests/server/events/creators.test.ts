import { afterEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { NoSms } from '../../../contract/no-sms.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import { addCreatorInvitation } from '../../../server/events/creators.ts'
import type { Creators } from '../../../server/limits/limit-settings.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { createSession } from '../../../server/users/sessions.ts'
import { startOrmaApi, toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'
import { DAY_MS } from '../../support/user-api.ts'

const CONTACT = 'hello@orma.example'
const LISTED = '12025550142'

let api: OrmaApi
afterEach(() => api.close())

const startWith = async (creators: Creators, noSms?: NoSms) => {
  const rules = { creators, operatorContact: CONTACT }
  api = await startOrmaApi(undefined, undefined, { rules, noSms })
}
const create = ({ token }: Person, key?: string) =>
  api.request(calls.createEvent, {
    token,
    body: toForm({ name: 'Anna & Ben', event_date: '2026-06-20' }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const ask = async ({ token }: Person) => (await api.request(calls.readCreator, { token })).body
const follow = ({ token }: Person, invitation: string) =>
  api.request(calls.becomeCreator, { token, body: { token: invitation } })

/** Makes an invitation; gives its token. */
const invite = async (of: { uses?: number; days?: number } = {}) =>
  (
    await api.db.transaction((tx) =>
      addCreatorInvitation(tx, { uses: 1, days: 7, ...of }, api.clock.ms),
    )
  ).token

describe('where only invited people create Ormas', () => {
  it('others are told whom to ask, and keep nothing', async () => {
    await startWith('invited')
    const person = await api.signUp()
    expect(await ask(person)).toEqual({ mayCreate: false, contact: CONTACT })
    const { status, body } = await create(person)
    const error = texts.creator.refused(CONTACT)
    expect([status, body]).toEqual([403, { success: false, error, code: 'create_refused' }])
    expect(error).toContain(CONTACT)
    expect(await api.db.all(sql`select id from events`)).toEqual([])
  })

  it('who is not signed in is told so before', async () => {
    await startWith('invited')
    const { body } = await api.request(calls.readCreator)
    expect(body).toEqual({ mayCreate: false, contact: CONTACT })
  })

  it('is told, too, that no codes are sent', async () => {
    await startWith('invited', { contact: CONTACT })
    const { body } = await api.request(calls.readCreator)
    expect(body).toEqual({ mayCreate: false, contact: CONTACT, noSms: true })
  })

  it('a session that has ended is told so, and not that it may not create', async () => {
    await startWith('invited')
    const { status, body } = await api.request(calls.readCreator, { token: 'x'.repeat(43) })
    expect([status, body.code]).toEqual([401, 'unauthorized'])
  })

  it('a link lets one person create, for good', async () => {
    await startWith('invited')
    const [guest, late] = [await api.signUp(), await api.signUp()]
    const token = await invite()
    expect((await follow(guest, token)).body).toEqual({ mayCreate: true, contact: CONTACT })
    // Pressed twice, or opened again.
    expect((await follow(guest, token)).status).toBe(200)
    const refused = await follow(late, token)
    expect([refused.status, refused.body.code]).toEqual([404, 'invitation_gone'])
    expect((await create(late)).status).toBe(403)
    api.clock.advance(400 * DAY_MS)
    expect((await create(await signInAgain(guest))).status).toBe(201)
  })

  it('a link for three is good for three, also where they come at once', async () => {
    await startWith('invited')
    const token = await invite({ uses: 3 })
    const people = await Promise.all(Array.from({ length: 5 }, () => api.signUp()))
    const statuses = await Promise.all(
      people.map(async (person) => (await follow(person, token)).status),
    )
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 404, 404])
  })

  it('a link ends with its days', async () => {
    await startWith('invited')
    const token = await invite({ days: 1 })
    api.clock.advance(DAY_MS)
    const { status } = await follow(await api.signUp(), token)
    expect(status).toBe(404)
  })

  it('the token is kept nowhere', async () => {
    await startWith('invited')
    const token = await invite()
    const rows = await api.db.all(sql`select * from creator_invitations`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('where some numbers may create Ormas', () => {
  it('they may, others may not, and who is invited may as well', async () => {
    await startWith(new Set([LISTED]))
    const [listed, guest] = [await api.signUp(LISTED), await api.signUp()]
    expect((await create(listed)).status).toBe(201)
    expect((await create(guest)).status).toBe(403)
    const token = await invite()
    // Who may already leaves it to others.
    expect((await follow(listed, token)).status).toBe(200)
    expect((await follow(guest, token)).status).toBe(200)
    expect((await create(guest)).status).toBe(201)
  })
})

it('where everybody creates, who is not signed in is told so, and no contact', async () => {
  await startWith('anyone')
  const { body } = await api.request(calls.readCreator)
  expect(body).toEqual({ mayCreate: true, contact: null })
})

it('an Orma made before is found again by who may create none since', async () => {
  const rules = { creators: 'anyone' as Creators, operatorContact: undefined }
  api = await startOrmaApi(undefined, undefined, { rules })
  const [owner, key] = [await api.signUp(), crypto.randomUUID()]
  const made = await create(owner, key)
  rules.creators = 'invited'
  expect((await create(owner, key)).body).toEqual(made.body)
  expect((await create(owner)).status).toBe(403)
})

it('who deletes their account is invited no more', async () => {
  await startWith('invited')
  const guest = await api.signUp()
  await follow(guest, await invite())
  await deleteAccount(api.db, guest.user.id)
  expect(await api.db.all(sql`select user_id from creators`)).toEqual([])
})

/** A sign-in lasts 30 days. */
async function signInAgain({ user }: Person): Promise<Person> {
  return { user, token: await createSession(api.db, user.id, api.clock.ms) }
}
