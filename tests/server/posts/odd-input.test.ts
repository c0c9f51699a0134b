import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { startOrmaApi, toForm } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

const ODD = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  '1',
  'x'.repeat(70_000),
  'a\u0000b',
  '\ud800',
  [],
  [1],
  {},
]
const ODD_BODIES = ['', '{', 'null', '7', '[]', '"x"', '{"__proto__":{"x":1}}', '['.repeat(30_000)]
const ODD_PARAMS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  'x',
  '%00',
  '\u0000',
  '9'.repeat(30),
  "1' or '1'='1",
  '🎉',
]

let api: OrmaApi
let owner: Person
let params: Record<string, string | number>

beforeAll(async () => {
  api = await startOrmaApi()
  owner = await api.signUp()
  const event = await api.createOrma(owner)
  const { id: post_id } = await api.addPost(event, owner)
  const ofPost = { event_hash: event.event_hash, post_id }
  const comment = await api.request(calls.addComment, {
    params: ofPost,
    token: owner.token,
    body: { content: 'hello' },
  })
  params = { ...ofPost, id: post_id, comment_id: comment.body.id, page: 1 }
})

afterAll(() => api.close())

// Uploads have their own.
const endpoints: [string, Endpoint][] = Object.entries(calls).filter(
  ([name, { path }]) =>
    /^\/events(?!.*\/(uploads?|checkLimit)(\/|$))/.test(path) ||
    ['listOwnEvents', 'markViewed', 'listRecentlyViewed'].includes(name),
)

/** No status but one that says whose fault it is, in the envelope. */
function expectNoSurprise(reply: { status: number; body: unknown }): void {
  if (reply.status >= 300) expectRefusal(reply)
}

function expectRefusal({ status, body }: { status: number; body: unknown }): void {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toMatchObject({
    success: false,
    error: expect.any(String),
    code: expect.any(String),
  })
}

describe('X15: odd input', () => {
  it.each(endpoints.filter(([, { body }]) => body))(
    'in the body of %s is refused, never a surprise',
    async (_name, endpoint) => {
      for (const body of ODD_BODIES) {
        expectRefusal(await api.request(endpoint, { params, token: owner.token, body }))
      }
      for (const field of Object.keys(endpoint.body ?? {})) {
        for (const value of ODD) {
          const body = { [field]: value }
          const reply = await api.request(endpoint, { params, token: owner.token, body })
          expectNoSurprise(reply)
        }
      }
    },
  )

  it.each(endpoints.filter(([, { params: wanted }]) => wanted))(
    'in the path of %s is refused, never a surprise',
    async (_name, endpoint) => {
      for (const name of Object.keys(endpoint.params ?? {})) {
        for (const value of ODD_PARAMS) {
          const odd = { ...params, [name]: value }
          expectRefusal(await api.request(endpoint, { params: odd, token: owner.token }))
        }
      }
    },
  )

  it.each(endpoints.filter(([, { query }]) => query))(
    'in the query of %s is refused, never a surprise',
    async (_name, endpoint) => {
      for (const name of Object.keys(endpoint.query ?? {})) {
        for (const value of ODD_PARAMS) {
          const reply = await api.request(endpoint, { params, query: { [name]: value } })
          expectNoSurprise(reply)
        }
      }
    },
  )

  it.each(endpoints.filter(([, { form }]) => form))(
    'in the form of %s is refused, never a surprise',
    async (_name, endpoint) => {
      for (const name of Object.keys({ ...endpoint.form?.fields, banner: 1, unknown: 1 })) {
        for (const value of ODD) {
          const fields = { name: 'Anna', event_date: '2026-06-20', [name]: `${value as string}` }
          const body = toForm(fields)
          const reply = await api.request(endpoint, { params, token: owner.token, body })
          expectNoSurprise(reply)
        }
      }
    },
  )

  it('is nowhere taken for a token', async () => {
    for (const token of ['x', 'Bearer x', '\t', '"', 'a'.repeat(8000)]) {
      const reply = await api.request(calls.listOwnEvents, { token })
      expect(reply.status).toBe(401)
    }
  })
})
