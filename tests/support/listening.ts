import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'

/** Has a server listen on a free port of this machine; gives the port. */
export async function listenAnywhere(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenAnywhere(server)
  server.close()
  await once(server, 'close')
  return port
}
