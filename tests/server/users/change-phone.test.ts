import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { CODE_TRIES } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import { movePerson } from '../../../server/operator/people.ts'
import { HOUR_MS } from '../../../server/limits/limit.ts'
import { issueCodeByHand } from '../../../server/users/codes.ts'
import { listOnDisk } from '../../support/database-places.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'
import { startUserApi } from '../../support/user-api.ts'

const OLD = '15550001111'
const NEW = '4915112345678'

const api = freshUserApi()
let person: Person
beforeEach(async () => {
  person = await api.signUp(OLD, 'Anna')
})

const start = (newPhone = NEW, key?: string) =>
  api.request(calls.startPhoneChange, {
    token: person.token,
    body: { newPhone },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const verify = (body: object) => api.request(calls.verifyPhoneChange, { token: person.token, body })

/** Asks for the codes; gives both right ones. */
async function bothCodes() {
  const { body } = await start()
  const { request_id, old_request_id } = body
  return {
    newPhone: NEW,
    request_id,
    old_request_id,
    code: api.lastCode(NEW),
    old_code: api.lastCode(OLD),
  }
}
const other = (code: string) => (code === '0000' ? '0001' : '0000')
const phoneNow = async () =>
  (await api.request(calls.getProfile, { token: person.token })).body.user.phone

describe('changing a phone number', () => {
  it('is done three times a day at most, as codes go to both numbers', async () => {
    let [mine, next] = [OLD, NEW]
    const change = async () => {
      api.clock.advance(HOUR_MS)
      const { body } = await start(next)
      const codes = { code: api.lastCode(next), old_code: api.lastCode(mine) }
      const { request_id, old_request_id } = body
      const { status } = await verify({ newPhone: next, request_id, old_request_id, ...codes })
      ;[mine, next] = [next, mine]
      return status
    }
    for (let time = 0; time < 3; time += 1) expect(await change()).toBe(200)
    expect(await change()).toBe(429)
  })

  it('takes a code from each number, and leaves Ormas and sign-ins', async () => {
    const event = await api.createOrma(person)
    const { token: elsewhere } = await api.signIn(OLD)
    api.clock.advance(60_000)
    const right = await bothCodes()
    expect((await verify(right)).body).toEqual({
      success: true,
      user: { ...person.user, phone: NEW },
    })
    for (const token of [person.token, elsewhere]) {
      const { body } = await api.request(calls.verifySession, { token })
      expect(body.user).toEqual({ ...person.user, phone: NEW })
    }
    const { body } = await api.request(calls.listOwnEvents, { token: person.token })
    expect(body.allevents.map(({ id }: { id: number }) => id)).toEqual([event.id])
    // The new number signs in to the same account, the old one to none.
    api.clock.advance(60_000)
    expect((await api.signIn(NEW)).user.id).toBe(person.user.id)
    expect((await api.start(OLD)).body.name).toBe(false)
    // The answer was lost.
    expect((await verify(right)).status).toBe(200)
    expect(api.logged).toContainEqual({
      level: 'info',
      message: 'a user has another phone number',
      details: { user: person.user.id },
    })
  })

  it.each([
    ['old_code', texts.phoneChange.refused.old_code],
    ['code', texts.phoneChange.refused.code],
  ] as const)(
    'refuses a wrong %s, which costs the other none of its tries',
    async (field, text) => {
      const right = await bothCodes()
      const wrong = { ...right, [field]: other(right[field]) }
      for (let tries = 1; tries < CODE_TRIES; tries += 1) {
        const { status, body } = await verify(wrong)
        expect([status, body.field, body.error]).toEqual([400, field, text])
      }
      expect(await phoneNow()).toBe(OLD)
      expect((await verify(right)).status).toBe(200)
    },
  )

  it('is refused after three wrong codes, whatever comes then', async () => {
    const right = await bothCodes()
    for (let tries = 0; tries < CODE_TRIES; tries += 1)
      await verify({ ...right, code: other(right.code) })
    expect((await verify(right)).body.field).toBe('code')
    expect(await phoneNow()).toBe(OLD)
  })

  it('takes no codes of another person’s numbers', async () => {
    const right = await bothCodes()
    const stranger = await api.signUp()
    const { token } = stranger
    const { status } = await api.request(calls.verifyPhoneChange, { token, body: right })
    expect(status).toBe(400)
    expect((await api.request(calls.getProfile, { token })).body.user).toEqual(stranger.user)
  })

  it('says that a number is taken only to who has its code', async () => {
    const taken = await api.signUp(NEW)
    const free = await start('4915112345679')
    api.clock.advance(60_000)
    const { status, body } = await start()
    expect([status, Object.keys(body)]).toEqual([free.status, Object.keys(free.body)])
    const right = { ...body, newPhone: NEW, code: api.lastCode(NEW), old_code: api.lastCode(OLD) }
    expect((await verify({ ...right, code: other(right.code) })).body.code).toBe('invalid_field')
    const refused = await verify(right)
    expect([refused.status, refused.body.code]).toEqual([409, 'phone_taken'])
    expect(await phoneNow()).toBe(OLD)
    expect((await api.request(calls.getProfile, { token: taken.token })).body.user.phone).toBe(NEW)
  })

  it('sends each number one code under a key, and waits before the next', async () => {
    const key = randomUUID()
    const [first, again] = [await start(NEW, key), await start(NEW, key)]
    expect(again.body).toEqual(first.body)
    expect(api.sentSms.map(({ phone }) => phone)).toEqual([NEW, OLD])
    expect((await start()).status).toBe(429)
  })

  it('refuses the number that is the user’s, and one that can be nobody’s', async () => {
    for (const phone of [OLD, `00${OLD}`, '12', '']) {
      const { status, body } = await start(phone)
      expect([status, body.field]).toEqual([400, 'newPhone'])
    }
    expect(api.sentSms).toEqual([])
  })

  it.each([NEW, OLD])('is refused where +%s is banned meanwhile', async (phone) => {
    const right = await bothCodes()
    await api.db.run(sql`insert into bans (phone, created_at) values (${phone}, ${api.clock.ms})`)
    expect((await verify(right)).body.code).toBe('banned')
    expect(await phoneNow()).toBe(OLD)
    const moved = movePerson(api.db, person.user, phone)
    await expect(moved).rejects.toThrow(`The number +${phone} is banned`)
  })

  it.each(['by its user', 'by the operator'])(
    '%s leaves nothing of the old number in the database’s files',
    async (by) => {
      const move = async () => {
        if (by === 'by the operator') return movePerson(api.db, person.user, NEW)
        expect((await verify(await bothCodes())).status).toBe(200)
        return undefined
      }
      await move()
      expect(await listOnDisk(api.databaseAddress, [OLD])).toEqual([])
      expect(await phoneNow()).toBe(NEW)
    },
  )

  it('takes codes that the operator made, and sends none then', async () => {
    const makeCode = (phone: string) =>
      api.db.transaction((tx) => issueCodeByHand(tx, phone, api.secret, api.clock.ms))
    const codes = { code: await makeCode(NEW), old_code: await makeCode(OLD) }
    const { body } = await start()
    expect(api.sentSms).toEqual([])
    expect((await verify({ ...body, newPhone: NEW, ...codes })).status).toBe(200)
  })
})

describe('a number that the settings name', () => {
  const CONTACT = 'hello@orma.example'
  it.each([
    ['host', texts.phoneChange.hostFirst, (named: Set<string>) => ({ adminPhones: named })],
    [
      'creator',
      texts.phoneChange.creatorFirst(CONTACT),
      (named: Set<string>) => ({ rules: { creators: named, operatorContact: CONTACT } }),
    ],
  ])('is left by no %s before the new one is there as well', async (_who, error, naming) => {
    const named = new Set([OLD])
    const hosted = await startUserApi(naming(named))
    onTestFinished(() => hosted.close())
    const { token } = await hosted.signUp(OLD, 'Hanna Host')
    const change = () => hosted.request(calls.startPhoneChange, { token, body: { newPhone: NEW } })
    expect((await change()).body).toMatchObject({ field: 'newPhone', error })
    expect(hosted.sentSms).toEqual([])
    named.add(NEW)
    expect((await change()).status).toBe(200)
  })
})

it('says whom to ask for both codes, where none is sent', async () => {
  const noSms = { contact: 'hello@orma.example' }
  const silent = await startUserApi({ noSms })
  onTestFinished(() => silent.close())
  const { token } = await silent.signUp(OLD)
  const { body } = await silent.request(calls.startPhoneChange, { token, body: { newPhone: NEW } })
  expect(body.noSms).toEqual(noSms)
})
