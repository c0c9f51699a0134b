import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { startOrma } from '../../support/orma-server.ts'
import { sendRaw } from '../../support/raw-http.ts'
import type { RawRequest } from '../../support/raw-http.ts'

const HOST = ['host', 'orma.example'] as const
const GOOD: RawRequest = {
  method: 'POST',
  target: API_BASE + calls.startRegistration.path,
  headers: [HOST, ['content-type', 'application/json']],
  body: Buffer.from('{"phone":"15550001111"}'),
}

const api = await sharedWholeApi()

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
    const orma = await startOrma()
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
    await orma.close()
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
