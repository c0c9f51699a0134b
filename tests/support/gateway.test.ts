import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGateway } from './gateway.ts'
import type { Fate, Gateway } from './gateway.ts'

/** Error of `fetch` for a broken connection. */
const BROKEN = /fetch failed|terminated/

let server: Server
let gateway: Gateway
let heard: string[]

beforeEach(async () => {
  heard = []
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      heard.push(body)
      response.writeHead(201, { 'x-from': 'server' }).end(`got ${body}`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway = await startGateway(() => (server.address() as AddressInfo).port)
})
afterEach(async () => {
  await gateway.close()
  server.closeAllConnections()
  server.close()
})

function upload(body: string, fate: Fate = 'pass'): Promise<Response> {
  gateway.judge(() => fate)
  return fetch(`http://127.0.0.1:${gateway.port}/api/events/abc/upload`, {
    method: 'POST',
    body,
    headers: { 'idempotency-key': 'k1' },
  })
}

describe('a gateway', () => {
  it('passes requests on as they are, and keeps account of them', async () => {
    const response = await upload('a')
    expect([response.status, response.headers.get('x-from')]).toEqual([201, 'server'])
    expect(await response.text()).toBe('got a')
    await expect.poll(() => gateway.uploads()).toMatchObject([{ key: 'k1', status: 201 }])
  })

  it('answers in the server’s place', async () => {
    const response = await upload('a', { status: 503, retryAfter: 30 })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
    expect(heard).toEqual([])
  })

  it('resets before the server hears anything', async () => {
    await expect(upload('a', 'reset-before')).rejects.toThrow(BROKEN)
    expect(heard).toEqual([])
  })

  it('resets after the server has done everything', async () => {
    await expect(upload('a', 'reset-after')).rejects.toThrow(BROKEN)
    expect(heard).toEqual(['a'])
    expect(gateway.uploads()).toMatchObject([{ status: undefined }])
  })

  it('knows how many uploads were under way at once', async () => {
    await Promise.all([upload('a'), upload('b'), upload('c')])
    expect(gateway.takeMostUploadsAtOnce()).toBeGreaterThan(1)
    await upload('d')
    expect(gateway.takeMostUploadsAtOnce()).toBeGreaterThanOrEqual(1)
  })
})
