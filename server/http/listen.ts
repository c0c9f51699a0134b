import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

const HEADERS_TIMEOUT_MS = 20_000
/** A guest at 64 kbit/s may take this long for one photo; Node's own 300 s would cut it off. */
const REQUEST_TIMEOUT_MS = 30 * 60_000
/** A connection on which nothing moves at all. */
const IDLE_TIMEOUT_MS = 60_000
const CLOSE_TIMEOUT_MS = 10_000

export interface Listener {
  port: number
  /** Takes no new requests; resolves when the running ones have ended, after 10 s at the latest. */
  close: () => Promise<void>
}

/** Serves the app on a port; 0 takes a free one. Rejects when the port is taken. */
export async function listen(
  app: { fetch: Hono<{ Bindings: Partial<HttpBindings> }>['fetch'] },
  { port, host }: { port: number; host: string },
): Promise<Listener> {
  const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings))
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (incoming, outgoing) => void listener(incoming, outgoing),
  )
  server.timeout = IDLE_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server),
  }
}

async function closeServer(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await ended
  clearTimeout(cut)
}
