import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a server that answers so, until the test is over; gives its address. */
export async function startServer(
  answer: (...asked: Parameters<RequestListener>) => unknown,
): Promise<string> {
  const server = createServer((...asked) => void answer(...asked)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
