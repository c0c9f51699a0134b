import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { sql } from '../../../server/db/sql.ts'
import { freshUserApi } from '../../support/fixtures.ts'
import { MINUTE_MS, wrong } from '../../support/user-api.ts'
import type { Guess } from '../../support/user-api.ts'

const PHONE = '15550001111'
const ADDRESS = '203.0.113.5'
const KEY = crypto.randomUUID()
const REFUSED = {
  success: false,
  error: 'Code is invalid or expired. please try again!',
  code: 'code_refused',
}

let guess: Guess

const api = freshUserApi()
beforeEach(async () => {
  guess = await api.requestCode(PHONE)
})

const verify = (body: Guess, key?: string) => api.verify(body, ADDRESS, key)

async function count(table: 'sessions' | 'limit_hits'): Promise<number> {
  const of = table === 'sessions' ? sql`sessions` : sql`limit_hits where scope like 'wrong-code:%'`
  const row = await api.db.get<{ count: number }>(sql`select count(*) as count from ${of}`)
  return row!.count
}

describe('POST /users/register/verify, again under its key', () => {
  it('answers alike where the answer was lost, with one session and account', async () => {
    const first = await verify(guess, KEY)
    expect(first.status).toBe(200)
    // More often than a code may be tried, and from another network.
    for (let time = 0; time < 5; time += 1) {
      const again = await api.verify(guess, `198.51.100.${time}`, KEY)
      expect([again.status, again.body]).toEqual([200, first.body])
      expect(again.headers.getSetCookie()).toEqual(first.headers.getSetCookie())
    }
    const session = await api.request(calls.verifySession, { token: first.body.token })
    expect(session.body).toEqual({ user: first.body.user })
    expect(await count('sessions')).toBe(1)
  })

  it('signs in once where it comes ten times at once, and answers each alike', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => api.verify(guess, `198.51.100.${index}`, KEY)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
    expect(await count('sessions')).toBe(1)
  })

  it('asks for a missing name first, and then answers alike', async () => {
    expect((await verify({ ...guess, name: '' }, KEY)).status).toBe(400)
    const first = await verify(guess, KEY)
    const again = await verify({ ...guess, name: 'Somebody Else' }, KEY)
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  it('refuses everybody else alike: with another key, without one, with another code, for another phone', async () => {
    await verify(guess, KEY)
    const refusals = [
      await verify(guess, crypto.randomUUID()),
      await verify(guess),
      await verify(wrong(guess), KEY),
      await verify({ ...guess, phone: '15550002222' }, KEY),
    ]
    for (const { status, body } of refusals) expect([status, body]).toEqual([401, REFUSED])
  })

  it('X1: counts wrong codes under a key, and wrong keys, as three tries', async () => {
    await verify(guess, KEY)
    expect((await verify(wrong(guess), KEY)).status).toBe(401)
    expect((await verify(guess, crypto.randomUUID())).status).toBe(401)
    expect((await verify(guess, KEY)).status).toBe(200)
    expect((await verify(wrong(guess), KEY)).status).toBe(401)
    expect(await count('limit_hits')).toBe(3)
    expect((await verify(guess, KEY)).body).toEqual(REFUSED)
    expect((await verify(wrong(guess), KEY)).body).toEqual(REFUSED)
    expect(await count('limit_hits')).toBe(3)
  })

  it('X1: looks at 3 of all guesses under the key that come at once', async () => {
    await verify(guess, KEY)
    const guesses = Array.from({ length: 50 }, (_none, index) =>
      api.verify(wrong(guess), `198.51.100.${index}`, KEY),
    )
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(401)
    expect(await count('limit_hits')).toBe(3)
    expect((await verify(guess, KEY)).body).toEqual(REFUSED)
  })

  it('X2: forgives no wrong codes of its address', async () => {
    await verify(guess, KEY)
    const other = await api.requestCode('15550002222')
    for (let time = 0; time < 3; time += 1) await verify(wrong(other))
    expect((await verify(guess, KEY)).status).toBe(200)
    expect(await count('limit_hits')).toBe(3)
  })

  it('X3: answers for 5 minutes after the code was used and no longer', async () => {
    api.clock.advance(5 * MINUTE_MS - 1)
    expect((await verify(guess, KEY)).status).toBe(200)
    api.clock.advance(5 * MINUTE_MS - 1)
    expect((await verify(guess, KEY)).status).toBe(200)
    api.clock.advance(1)
    expect((await verify(guess, KEY)).body).toEqual(REFUSED)
  })

  it.each([
    ['session was signed out', calls.logout, 1],
    ['account was deleted', calls.deleteAccount, 0],
  ])('refuses once the %s, and makes none', async (_what, call, users) => {
    const { body } = await verify(guess, KEY)
    await api.request(call, { token: body.token })
    expect((await verify(guess, KEY)).body).toEqual(REFUSED)
    expect(await count('sessions')).toBe(0)
    expect(await api.db.all(sql`select id from users`)).toHaveLength(users)
  })
})
