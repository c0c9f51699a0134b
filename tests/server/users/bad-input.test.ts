import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { errorEnvelope } from '../../../contract/entities.ts'
import { startUserApi } from '../../support/user-api.ts'
import type { UserApi } from '../../support/user-api.ts'

const ODD_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a'.repeat(60_000),
  "'; drop table users; --",
  '🎉🎉🎉🎉',
  [],
  ['1234'],
  {},
  { toString: 'x' },
]
const CALLS: { call: string; endpoint: Endpoint; body: object }[] = [
  {
    call: 'startRegistration',
    endpoint: calls.startRegistration,
    body: { phone: '15550001111' },
  },
  {
    call: 'verifyRegistration',
    endpoint: calls.verifyRegistration,
    body: { code: '1234', request_id: 'abc', phone: '15550001111', name: 'A', email: 'a@b.cd' },
  },
  { call: 'updateUser', endpoint: calls.updateUser, body: { newName: 'Anna' } },
]

let api: UserApi
let token: string

beforeAll(async () => {
  api = await startUserApi()
  token = (await api.signUp()).token
})

afterAll(() => api.close())

describe.each(CALLS)('$call', ({ endpoint, body }) => {
  it.each(Object.keys(body))('never answers 500 whatever %s is', async (field) => {
    for (const value of ODD_VALUES) {
      const answer = await api.request(endpoint, { body: { ...body, [field]: value }, token })
      expect([200, 400, 401, 413, 429]).toContain(answer.status)
      expect(answer.status === 200 || v.is(errorEnvelope, answer.body)).toBe(true)
    }
  })

  it.each(['', 'null', '[]', '"text"', '7', '{', '{"__proto__":{"phone":1}}', '\u0000'])(
    'refuses the body %j',
    async (text) => {
      const answer = await api.request(endpoint, { body: text, token })
      expect(answer.status).toBe(400)
      expect(v.is(errorEnvelope, answer.body)).toBe(true)
    },
  )

  it('refuses a body of another content type, and one above 64 KiB', async () => {
    const headers = { 'content-type': 'text/plain' }
    const plain = await api.request(endpoint, { body: JSON.stringify(body), headers, token })
    expect(plain.status).toBe(415)
    const large = { ...body, more: 'x'.repeat(70_000) }
    expect((await api.request(endpoint, { body: large, token })).status).toBe(413)
  })
})
