import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits.ts'
import { fetchUntilSilent } from '../../../src/download/fetch-until-silent.ts'
import { startServer } from '../api/answering-server.ts'

const ALMOST_MS = REQUEST_TIMEOUT_MS - 1
const CHUNK = Buffer.alloc(1000, 'x')
const ABORTED = /aborted/
const { signal } = new AbortController()

let address: string
let answering: Promise<ServerResponse>
beforeEach(async () => {
  const asked = Promise.withResolvers<ServerResponse>()
  answering = asked.promise
  address = await startServer((_request, response) => asked.resolve(response))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

describe('what is fetched while it is heard', () => {
  it('comes whole from a line that always gives a little in time', async () => {
    const fetching = fetchUntilSilent(address, { signal })
    const response = await answering
    vi.advanceTimersByTime(ALMOST_MS)
    response.flushHeaders()
    const reader = (await fetching).body?.getReader()
    for (let turn = 0; turn < 4; turn += 1) {
      vi.advanceTimersByTime(ALMOST_MS)
      response.write(CHUNK)
      expect(await reader?.read()).toMatchObject({ done: false, value: { length: CHUNK.length } })
    }
    response.end()
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  it('is given up where no answer comes', async () => {
    const refused = expect(fetchUntilSilent(address, { signal })).rejects.toThrow(ABORTED)
    await answering
    vi.advanceTimersByTime(REQUEST_TIMEOUT_MS)
    await refused
  })

  it('is given up where nothing more comes in the middle of it', async () => {
    const fetching = fetchUntilSilent(address, { signal })
    const response = await answering
    response.write(CHUNK)
    const body = await fetching
    const broken = expect(body.arrayBuffer()).rejects.toThrow(ABORTED)
    vi.advanceTimersByTime(2 * REQUEST_TIMEOUT_MS)
    await broken
  })

  it('ends where its asker ends it', async () => {
    const stop = new AbortController()
    const refused = expect(fetchUntilSilent(address, { signal: stop.signal })).rejects.toThrow(
      ABORTED,
    )
    await answering
    stop.abort()
    await refused
  })
})
