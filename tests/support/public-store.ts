import { once } from 'node:events'
import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A store as browsers reach it. */
export interface PublicStore {
  origin: string
  /** Paths asked for, with their queries. */
  asked: string[]
  close: () => Promise<void>
}

/**
 * Stands before a store as its public address, with a bucket's usual rule for CORS: whoever asks with an `Origin` may read the answer.
 * Nothing says that the answer is another one without.
 */
export async function startPublicStore(target: () => number): Promise<PublicStore> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    asked.push(path ?? '')
    const sent = requestOf({ port: target(), host: '127.0.0.1', method, path, headers })
    sent.on('response', (answered) => {
      const rule = headers.origin === undefined ? [] : ['access-control-allow-origin', '*']
      response.writeHead(answered.statusCode ?? 502, [...answered.rawHeaders, ...rule])
      answered.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
