import type { IncomingMessage, RequestListener } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../contract/api.ts'
import type * as StreamModule from '../../../src/api/read-stream.ts'
import { startServer } from './answering-server.ts'

const params = { event_hash: 'abcdefghijklmnopqrstuv' }
const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' }
const LONG_MS = 60_000

let answer: RequestListener
let readStream: typeof StreamModule.readStream
let heard: unknown[]
let stop: AbortController

beforeEach(async () => {
  heard = []
  stop = new AbortController()
  vi.stubEnv('VITE_API_HOST', await startServer((...asked) => answer(...asked)))
  vi.resetModules()
  readStream = (await import('../../../src/api/read-stream.ts')).readStream
})

const start = (options: { lastId?: string; token?: string; silenceMs?: number } = {}) =>
  readStream(api.listenLive, {
    params,
    silenceMs: LONG_MS,
    signal: stop.signal,
    onOpen: () => heard.push('open'),
    onId: (id) => heard.push(id),
    onMessage: (message) => heard.push(message),
    ...options,
  })

describe('readStream', () => {
  it('gives each event whole, passes over what it does not know, ends with the stream', async () => {
    let asked: IncomingMessage | undefined
    answer = (request, response) => {
      asked = request
      response.writeHead(200, STREAM)
      response.write('id: 1\nda')
      const odd = 'id: 2\ndata: {"type":"SOMETHING_NEW"}\n\nid: 3\ndata: no JSON\n\nid: 4\n\n'
      const rest = `ta: {"type":"POST_REMOVED","post_id":7,"more":1}\n\n:\n\n${odd}`
      setImmediate(() => response.end(rest))
    }
    await start({ lastId: '41', token: 'the-token' })
    expect(asked?.url).toBe(`/api/events/${params.event_hash}/live`)
    expect(asked?.headers).toMatchObject({ 'last-event-id': '41', authorization: 'the-token' })
    const message = { type: 'POST_REMOVED', post_id: 7 }
    expect(heard).toEqual(['open', '1', message, '2', '3', '4'])
  })

  it('rejects with the server’s refusal, or where the answer is no stream', async () => {
    answer = (_request, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '30' })
      response.end(JSON.stringify({ success: false, error: 'Later.', code: 'too_many_requests' }))
    }
    await expect(start()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 })
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome to our Wi-Fi</p>')
    }
    await expect(start()).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(heard).toEqual([])
  })

  it('gives a stream up on which nothing comes, before it is open as well', async () => {
    answer = (_request, response) => void response.writeHead(200, STREAM).write(':\n\n')
    await expect(start({ silenceMs: 200 })).rejects.toMatchObject({ name: 'AbortError' })
    expect(heard).toEqual(['open'])
    answer = () => undefined
    await expect(start({ silenceMs: 200 })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('goes on as long as anything comes, a comment at least', async () => {
    answer = (_request, response) => {
      response.writeHead(200, STREAM)
      let beats = 0
      const timer = setInterval(() => {
        beats += 1
        if (beats < 20) return void response.write(':\n\n')
        clearInterval(timer)
        response.end('id: 9\n\n')
      }, 50)
    }
    await start({ silenceMs: 700 })
    expect(heard).toEqual(['open', '9'])
  })

  it('ends when it is told to', async () => {
    answer = (_request, response) => void response.writeHead(200, STREAM).write(':\n\n')
    const listening = start()
    await expect.poll(() => heard).toEqual(['open'])
    stop.abort()
    await expect(listening).rejects.toMatchObject({ name: 'AbortError' })
  })
})
