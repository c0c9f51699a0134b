import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import type * as CallModule from '../../../src/api/call.ts'
import { startServer } from './answering-server.ts'

const params = { event_hash: 'abcdefghijklmnopqrstuv' }
let answer: RequestListener
let asked: { method: string; url: string; headers: Record<string, unknown>; body: string }[]
let call: typeof CallModule.call

beforeEach(async () => {
  asked = []
  const address = await startServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url, headers, body: await text(request) })
    answer(request, response)
  })
  vi.stubEnv('VITE_API_HOST', address)
  vi.resetModules()
  call = (await import('../../../src/api/call.ts')).call
})

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}): void {
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

describe('call', () => {
  // Specification: 6.14, 7.2
  it('asks as the contract says and gives what it describes, and nothing more', async () => {
    answerWith(200, { success: true, Likes: [], secret: 'phone' })
    const likes = await call(api.likePost, {
      params,
      body: { post_id: 7 },
      token: 'the-token',
      idempotencyKey: 'the-key',
    })
    expect(likes).toEqual({ success: true, Likes: [] })
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: `/api/events/${params.event_hash}/post/like`,
        body: '{"post_id":7}',
        headers: {
          authorization: 'the-token',
          'idempotency-key': 'the-key',
          'content-type': 'application/json',
        },
      },
    ])
  })

  // Specification: 5.10, 8.17
  it('refuses without a token what needs one, as the server would, and asks nobody', async () => {
    const refusal = { name: 'ApiError', status: 401, message: 'Invalid token' }
    for (const endpoint of Object.values(api).filter(({ auth }) => auth === 'required'))
      await expect(call(endpoint)).rejects.toMatchObject(refusal)
    expect(asked).toEqual([])
  })

  it('sends a query only where there is something to ask', async () => {
    answerWith(200, [])
    await call(api.listPosts, { params: { ...params, page: 2 }, query: { after: 9 } })
    await call(api.listPosts, { params: { ...params, page: 1 }, query: { after: undefined } })
    expect(asked.map(({ url }) => url)).toEqual([
      `/api/events/${params.event_hash}/posts/2?after=9`,
      `/api/events/${params.event_hash}/posts/1`,
    ])
  })

  it('rejects with the server’s words, code and field, and how long to wait', async () => {
    const refusal = { code: 'too_many', field: 'phone' }
    const answered = { success: false, error: 'Too many requests.', ...refusal }
    answerWith(429, answered, { 'retry-after': '30' })
    await expect(call(api.getEvent, { params })).rejects.toMatchObject({
      ...refusal,
      status: 429,
      message: answered.error,
      retryAfterSeconds: 30,
    })
  })

  it.each([
    ["a captive portal's page", 200, '<html>Please pay for the Wi-Fi</html>'],
    ['an event without its name', 200, { event: { id: 1 } }],
    ['nothing at all', 200, ''],
    ["a proxy's page of its own", 502, '<h1>Bad gateway</h1>'],
    ['a good status that the contract does not know', 206, { event: {} }],
  ])('takes %s for an error, never for data', async (_what, status, body) => {
    answerWith(status, body)
    await expect(call(api.getEvent, { params })).rejects.toMatchObject({
      status: status === 200 || status === 206 ? 502 : status,
      code: 'unexpected_answer',
      message: texts.call.unexpectedAnswer,
    })
  })

  // Specification: 8.21
  it('rejects with status 500 when nobody answers, and asks once only', async () => {
    answer = (request) => request.socket.destroy()
    await expect(call(api.getEvent, { params })).rejects.toMatchObject({
      name: 'ApiError',
      status: 500,
      code: 'no_answer',
    })
    expect(asked).toHaveLength(1)
  })

  // Specification: 7.1
  it('gives up on an answer that does not come', async () => {
    answer = () => undefined
    await expect(call(api.getEvent, { params, timeoutMs: 50 })).rejects.toMatchObject({
      status: 500,
      code: 'timed_out',
      message: texts.call.timedOut,
    })
  })

  it('rejects with the reason of its caller when it is called off', async () => {
    const controller = new AbortController()
    answer = () => controller.abort()
    const called = call(api.getEvent, { params, signal: controller.signal })
    await expect(called).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('answers nothing where the contract says that there is nothing', async () => {
    answer = (_request, response) => response.writeHead(204).end()
    expect(await call(api.logout, { token: 'the-token' })).toBeUndefined()
  })
})
