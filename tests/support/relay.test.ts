import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRelay } from './relay.ts'
import type { Relay } from './relay.ts'

const PIECE = 100_000

/** Error of `fetch` for a broken connection. */
const BROKEN = /fetch failed|terminated/

let server: Server
let relay: Relay
let heard: number[]

beforeEach(async () => {
  heard = []
  server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      heard.push(bytes)
      response.end(Buffer.alloc(PIECE))
    })
  })
  server.on('clientError', (_, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay = await startRelay(() => (server.address() as AddressInfo).port)
})
afterEach(async () => {
  await relay.close()
  server.closeAllConnections()
  server.close()
})

async function send(bytes = 0, deadlineMs = 10_000): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${relay.port}/`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    // A new connection for each request.
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(deadlineMs),
  })
  return (await response.arrayBuffer()).byteLength
}

describe('a relay', () => {
  it('carries everything both ways, and counts it', async () => {
    expect(await send(PIECE)).toBe(PIECE)
    expect(heard).toEqual([PIECE])
    expect(relay.counts.connections).toBe(1)
    expect(relay.counts.upBytes).toBeGreaterThan(PIECE)
    expect(relay.counts.downBytes).toBeGreaterThan(PIECE)
  })

  it('refuses, and is well again at the same port', async () => {
    relay.set({ refuse: true })
    await expect(send()).rejects.toThrow(BROKEN)
    expect(heard).toEqual([])
    relay.heal()
    expect(await send()).toBe(PIECE)
  })

  it('refuses also what is already open', async () => {
    relay.set({ upBytesPerSecond: 1000 })
    const sending = send(PIECE)
    sending.catch(() => undefined)
    while (relay.counts.upBytes === 0) await new Promise((resolve) => setImmediate(resolve))
    relay.set({ refuse: true })
    await expect(sending).rejects.toThrow(BROKEN)
    expect(heard).toEqual([])
  })

  it('swallows bytes like a hole: nothing fails and nothing comes', async () => {
    relay.set({ blackHole: true })
    await expect(send(10, 300)).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(heard).toEqual([])
    relay.heal()
    expect(await send()).toBe(PIECE)
  })

  it('cuts a connection after so many bytes up', async () => {
    relay.set({ cutUpAfterBytes: PIECE / 2 })
    await expect(send(PIECE)).rejects.toThrow(BROKEN)
    expect(heard).toEqual([])
  })

  it('is gone after so many bytes down, in however many connections', async () => {
    await send()
    relay.set({ endAfterDownBytes: 1.5 * PIECE })
    expect(await send()).toBe(PIECE)
    await expect(send()).rejects.toThrow(BROKEN)
    expect(heard).toEqual([0, 0, 0])
    await expect(send()).rejects.toThrow(BROKEN)
    expect(heard).toEqual([0, 0, 0])
  })

  it('swallows an answer: the server has done its work, and nobody hears of it', async () => {
    relay.set({ swallowAnswer: true })
    await expect(send(PIECE)).rejects.toThrow(BROKEN)
    expect(heard).toEqual([PIECE])
  })

  it('is as slow as it is told to be', async () => {
    relay.set({ upBytesPerSecond: 2 * PIECE, latencyMs: 20 })
    const startedAt = performance.now()
    await send(PIECE)
    expect(performance.now() - startedAt).toBeGreaterThan(500)
  })

  it('waits for no time that is over, however the clock goes on while it counts', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue(undefined)
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 1))
    relay.set({ downBytesPerSecond: 1e9 })
    await send()
    expect(warn.mock.calls).toEqual([])
  })

  it('has much under way on a long line, as lines have', async () => {
    relay.set({ upBytesPerSecond: 10 * PIECE, latencyMs: 200 })
    const startedAt = performance.now()
    await send(PIECE)
    // In turn, its 25 slices would take 5 s.
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })
})
