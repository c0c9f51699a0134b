import { describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import {
  INVITATION_DAYS,
  OPEN_INVITATIONS_MAX,
  UNKNOWN_EVENTS_PER_ADDRESS,
} from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { DAY_MS } from '../../support/user-api.ts'

const { api, owner, guest, stranger, event } = freshOrma()

const params = () => ({ event_hash: event.event_hash })
const make = () => api.request(calls.inviteOrganiser, { params: params(), token: owner.token })
const invite = async () => (await make()).body as { id: number; token: string; expiresAt: string }
const NOBODY = { token: undefined }
const ask = (
  call: Endpoint,
  { token }: Pick<Person, 'token'> | typeof NOBODY,
  invitation: string,
) => api.request(call, { params: params(), token, body: { token: invitation } })
const read = (person: Parameters<typeof ask>[1], token: string) =>
  ask(calls.readInvitation, person, token)
const accept = (person: Parameters<typeof ask>[1], token: string) =>
  ask(calls.acceptInvitation, person, token)
const verdict = ({ status, body }: Awaited<ReturnType<typeof read>>) => `${status} ${body?.code}`

describe('an invitation to organise an Orma', () => {
  it('says what it is for, and makes who accepts it an organiser', async () => {
    const { token, expiresAt } = await invite()
    expect(Date.parse(expiresAt) - api.clock.ms).toBe(INVITATION_DAYS * DAY_MS)
    const told = await read(guest, token)
    const invitedBy = { id: owner.user.id, name: 'Anna' }
    expect(told.body).toEqual({ name: 'Anna & Ben', invitedBy, isOrganiser: false })
    const { body } = await accept(guest, token)
    expect(body.event.organisers).toEqual([{ id: guest.user.id, name: 'Ben' }])
    expect(body.event.userId).toBe(owner.user.id)
    const own = await api.request(calls.listOwnEvents, { token: guest.token })
    expect(own.body.allevents).toMatchObject([params()])
  })

  it('is good once, and again for who has used it', async () => {
    const { token } = await invite()
    const pressedTwice = await Promise.all([accept(guest, token), accept(guest, token)])
    expect(pressedTwice.map(({ status }) => status)).toEqual([200, 200])
    expect((await accept(guest, token)).status).toBe(200)
    expect(verdict(await read(stranger, token))).toBe('404 invitation_gone')
    expect(verdict(await accept(stranger, token))).toBe('404 invitation_gone')
  })

  it('is not used up by its owner, nor by who organises already', async () => {
    const [first, second] = [await invite(), await invite()]
    await accept(guest, first.token)
    for (const person of [owner, guest]) {
      expect((await read(person, second.token)).body.isOrganiser).toBe(true)
      expect((await accept(person, second.token)).status).toBe(200)
    }
    expect((await accept(stranger, second.token)).status).toBe(200)
  })

  it('is refused alike where it is unknown, of another Orma, taken back or expired', async () => {
    const { token, id } = await invite()
    const other = await api.createOrma(owner)
    const elsewhere = { params: { event_hash: other.event_hash }, token: stranger.token }
    const refused = [
      await accept(stranger, 'x'.repeat(43)),
      await api.request(calls.acceptInvitation, { ...elsewhere, body: { token } }),
    ]
    const back = { params: { ...params(), invitation_id: id }, token: owner.token }
    expect((await api.request(calls.revokeInvitation, back)).status).toBe(204)
    refused.push(await accept(stranger, token))
    const expiring = await invite()
    api.clock.advance(INVITATION_DAYS * DAY_MS)
    refused.push(await accept(stranger, expiring.token), await read(stranger, expiring.token))
    const [first, ...others] = refused.map(({ status, body }) => ({ status, body }))
    expect(first).toMatchObject({ status: 404, body: { code: 'invitation_gone' } })
    for (const one of others) expect(one).toEqual(first)
  })

  it('is guessed as seldom as the address of an Orma', async () => {
    const guesses = Array.from({ length: UNKNOWN_EVENTS_PER_ADDRESS.misses + 1 }, (_none, n) =>
      String(n).padStart(43, '0'),
    )
    const answers: number[] = []
    for (const [n, guess] of guesses.entries())
      answers.push((await read(n % 2 === 0 ? stranger : NOBODY, guess)).status)
    expect(answers.slice(0, -1)).toEqual(guesses.slice(1).map(() => 404))
    expect(answers.at(-1)).toBe(429)
  })

  it('says before any sign-in whether it is good', async () => {
    const { token } = await invite()
    expect((await read(NOBODY, token)).body).toMatchObject({ isOrganiser: false })
    expect(verdict(await accept(NOBODY, token))).toBe('401 unauthorized')
    await accept(guest, token)
    const { status, body } = await read(NOBODY, token)
    const told = { success: false, error: texts.organise.gone, code: 'invitation_gone' }
    expect([status, body]).toEqual([404, told])
  })

  it('tells a guest by name what it is, and asks for a phone', async () => {
    const { token } = await invite()
    await api.db.run(
      sql`insert into guests (user_id, event_id) values (${guest.user.id}, ${event.id})`,
    )
    expect((await read(guest, token)).status).toBe(200)
    expect(verdict(await accept(guest, token))).toBe('403 phone_wanted')
  })

  it('leads past a pause', async () => {
    const { token } = await invite()
    await api.changeOrma(event, owner, { paused: 'true', pin: 'abcd' })
    expect((await read(guest, token)).status).toBe(200)
    expect((await accept(guest, token)).body.event).toMatchObject({ paused: true })
  })

  it('is one of ten, listed without its token, of which the database knows a hash', async () => {
    const made = []
    for (let n = 0; n < OPEN_INVITATIONS_MAX; n += 1) made.push(await invite())
    expect(verdict(await make())).toBe('409 too_many_invitations')
    const listed = await api.request(calls.listInvitations, {
      params: params(),
      token: owner.token,
    })
    const known = made.map(({ id, expiresAt }) => ({ id, expiresAt })).toReversed()
    expect(listed.body.invitations).toMatchObject(known)
    const rows = JSON.stringify(await api.db.all(sql`select * from invitations`))
    for (const { token } of made) {
      expect(JSON.stringify(listed.body)).not.toContain(token)
      expect(rows).not.toContain(token)
    }
    api.clock.advance(INVITATION_DAYS * DAY_MS)
    expect((await make()).status).toBe(201)
  })
})
