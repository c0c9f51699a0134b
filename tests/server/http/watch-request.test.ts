import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { watchRequest } from '../../../server/http/watch-request.ts'
import { currentRequest } from '../../../server/log.ts'
import type { Log } from '../../../server/log.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Asks a server that answers by `work`: what it logs, and the end of its watching over the one request. */
async function ask(work: (outgoing: ServerResponse) => void | Promise<void>) {
  const lines: Record<string, unknown>[] = []
  const info: Log['info'] = (message, details) =>
    lines.push({ message, request: currentRequest.getStore()?.id, ...details })
  const log = { info, debug: info, warn: info, error: info }
  const watched = Promise.withResolvers<void>()
  server = createServer((incoming, outgoing) =>
    watched.resolve(
      watchRequest({ incoming, outgoing }, { trustedProxies: 0, log }, () => work(outgoing)),
    ),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const asking = get({ host: '127.0.0.1', port }).on('error', () => undefined)
  return { asking, watched: watched.promise, lines }
}

describe('watchRequest', () => {
  it('waits for no stream, and writes its line at the end of it', async () => {
    const { asking, watched, lines } = await ask((outgoing) => {
      currentRequest.getStore()!.route = '/live'
      outgoing.writeHead(200).write('news')
    })
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    await watched
    expect(lines).toEqual([])
    answer.on('error', () => undefined).destroy()
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      message: 'request',
      request: answer.headers['x-request-id'],
      route: '/live',
      status: 200,
      isCut: true,
    })
  })

  it('writes the line of who left before the answer once its work is done', async () => {
    const { asking, watched, lines } = await ask(async (outgoing) => {
      asking.destroy()
      await once(outgoing, 'close')
      expect(lines).toEqual([])
      currentRequest.getStore()!.route = '/slow'
    })
    await watched
    expect(lines).toMatchObject([{ route: '/slow', status: undefined, isCut: true }])
  })
})
