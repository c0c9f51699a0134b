import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { sharedServer, sharedWholeApi } from '../../support/fixtures.ts'
import { sendRaw } from '../../support/raw-http.ts'
import type { RawRequest } from '../../support/raw-http.ts'

/** A line so slow that this passes between two pieces of a body: the fault itself, not a wait for something. */
const SLOW_LINE_MS = 300
const HOST = ['host', 'orma.example'] as const
const GOOD: RawRequest = {
  method: 'POST',
  target: API_BASE + calls.startRegistration.path,
  headers: [HOST, ['content-type', 'application/json']],
  body: Buffer.from('{"phone":"15550001111"}'),
}

const api = await sharedWholeApi()
/** In a process of its own, which a request may end. */
const { orma, client, owner, event } = await sharedServer()
const UPLOADS = API_BASE + endpointPath(calls.uploadPhoto, { event_hash: event.event_hash })

async function answerTo(change: Partial<RawRequest>) {
  const answer = await sendRaw(api.port, { ...GOOD, ...change })
  return {
    status: answer?.status,
    type: answer?.headers.get('content-type'),
    body: JSON.parse(answer?.text ?? ''),
  }
}

function refusal(status: number, code: string, error: string) {
  const type = 'application/json; charset=utf-8'
  return { status, type, body: { success: false, code, error } }
}

const unreadable = refusal(400, 'invalid_request', 'The request could not be read.')
const tooLarge = (status: number, code = 'too_large') =>
  refusal(status, code, 'The request is too large.')

describe('what is no request that a call could be given', () => {
  it('is refused in the envelope: address, host, header, method or length', async () => {
    const changes: Partial<RawRequest>[] = [
      { target: `${API_BASE}/users\\verify` },
      { target: 'nowhere' },
      { headers: [['host', 'a b']] },
      { headers: [HOST, ['na me', 'x']] },
      { headers: [HOST, ['name', 'a\u0000b']] },
      { method: 'get' },
      { method: 'CONNECT' },
      { length: '-1' },
      {
        headers: [HOST, ['transfer-encoding', 'chunked']],
        length: null,
        body: Buffer.from('zz\r\n'),
      },
    ]
    for (const change of changes) expect(await answerTo(change)).toEqual(unreadable)
  })

  it('is refused as too large where its headers go on and on', async () => {
    const headers = [HOST, ['x-long', 'x'.repeat(100_000)]] as const
    expect(await answerTo({ headers })).toEqual(tooLarge(431, 'headers_too_large'))
  })

  it('does not end the server where its sender has reset the connection meanwhile', async () => {
    const { port } = new URL(orma.url)
    const first = ['CONNECT x:1 HTTP/1.1', 'get / HTTP/1.1', 'GET / HTTP/1.1\r\nupgrade: x']
    for (const lines of first) {
      // While the server stands still, all of it arrives before the server looks.
      process.kill(orma.pid, 'SIGSTOP')
      for (let n = 0; n < 20; n += 1) {
        const socket = connect({ port: Number(port), host: '127.0.0.1' })
        await once(socket, 'connect')
        socket.write(`${lines}\r\nhost: x\r\nconnection: upgrade\r\n\r\n`)
        socket.resetAndDestroy()
      }
      process.kill(orma.pid, 'SIGCONT')
      const status = await fetch(`${orma.url}/healthz`).then(
        (health) => health.status,
        (error: unknown) => error,
      )
      expect([lines, status]).toEqual([lines, 200])
    }
  })
})

describe('a body of JSON', () => {
  it.each(['text/plain', 'application/json-patch+json', 'application/jsonp', ''])(
    'is not one of type %j',
    async (type) => {
      const { status, body } = await answerTo({ headers: [HOST, ['content-type', type]] })
      expect([status, body.code]).toEqual([415, 'wrong_content_type'])
    },
  )
})

describe('a caller who expects what we know nothing of', () => {
  it('is answered all the same', async () => {
    const headers = [...GOOD.headers, ['expect', 'the unexpected']] as const
    expect((await answerTo({ headers })).status).toBe(200)
  })
})

describe('a form that ends in the middle of a file', () => {
  const part = (name: string) =>
    `--B\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\nabc`

  it.each([
    ['that the form does not know', part('x'), 400],
    ['that came before', `${part('image')}\r\n${part('image')}`, 415],
    ['that the form asks for', part('image'), 400],
  ])('%s is refused', async (_which, body, status) => {
    const type = 'multipart/form-data; boundary=B'
    const headers = { authorization: owner.token, 'content-type': type }
    const answer = await fetch(orma.url + UPLOADS, { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect((await fetch(`${orma.url}/healthz`)).status).toBe(200)
  })
})

describe('an answer that is given before the body has come', () => {
  it('arrives also on a slow line, whose sender is not cut off', async () => {
    const type = 'multipart/form-data; boundary=orma-boundary'
    const headers = { authorization: 'nobody', 'content-type': type, 'content-length': 600_000 }
    const upload = request(orma.url + UPLOADS, { method: 'POST', headers })
    const errors: unknown[] = []
    upload.on('error', (error) => errors.push(error))
    const answer = once(upload, 'response') as Promise<[IncomingMessage]>
    for (let sent = 0; sent < 600_000; sent += 100_000) {
      upload.write(Buffer.alloc(100_000))
      await pause(SLOW_LINE_MS)
    }
    upload.end()
    const [response] = await answer
    expect(response.statusCode).toBe(401)
    expect(await text(response)).toContain('unauthorized')
    expect(errors).toEqual([])
  })

  it('is followed by no reset where it ends the connection', async () => {
    const length = 20_000_000
    const heads = [
      `POST ${UPLOADS} HTTP/1.0\r\nhost: localhost\r\n`,
      `POST ${UPLOADS} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`,
    ]
    for (const head of heads) {
      const socket = connect({ port: Number(new URL(orma.url).port), host: '127.0.0.1' })
      let answer = ''
      socket.setEncoding('latin1').on('data', (said: string) => (answer += said))
      socket.write(`${head}content-length: ${length}\r\n\r\n`)
      socket.write(Buffer.alloc(length / 2))
      await once(socket, 'data')
      // Also what leaves after the answer has come is taken.
      socket.write(Buffer.alloc(length / 2))
      const [hadError] = await once(socket, 'close')
      expect([answer.slice(9, 12), hadError]).toEqual(['401', false])
    }
  })

  // Specification: 5.12
  it('tells who sends more than four photos at once how many are allowed', async () => {
    const form = new FormData()
    for (let n = 0; n < 6; n += 1) form.append('image', new Blob(['x']), `${n}.jpg`)
    const params = { event_hash: event.event_hash }
    const { token } = owner
    const { status, body } = await client.call(calls.uploadPhoto, { params, token, form })
    expect([status, body.error]).toEqual([400, 'Maximum of 4 images allowed.'])
  })
})
