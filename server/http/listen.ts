import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { warnOfUntrustedProxy } from './client-address.ts'
import { lingerOverBodies, cutSlowBodies, PACE } from './request-bodies.ts'
import { refuseAddress, refuseUnreadable } from './refuse-unreadable.ts'
import type { Pace } from './request-bodies.ts'
import { watchRequest } from './watch-request.ts'
import type { RequestWatch } from './watch-request.ts'

// Made before the first listener puts its own `Response` in the place of Node's, which this one has to be.

/** A guest at 64 kbit/s may take this long for one photo; Node's own 300 s would cut it off. */
const REQUEST_TIMEOUT_MS = 30 * 60_000
const CLOSE_IDLE_EVERY_MS = 100
/**
 * Longer than proxies keep a connection that nothing is asked on (nginx: 60 s). Whoever closes first must be the one who asks: what
 * is asked on a connection that is just being closed is lost.
 */
const KEEP_ALIVE_MS = 75_000

interface Listener {
  port: number
  /** Takes no new requests; resolves when the running ones have ended; those that last longer than `stopMs` are cut. */
  close: () => Promise<void>
}

/** Serves the app on a port; 0 takes a free one. Rejects when the port is taken. */
export async function listen(
  app: { fetch: Hono<{ Bindings: Partial<HttpBindings> }>['fetch'] },
  { port, host, trustedProxies = 0, log }: { port: number; host: string } & Partial<RequestWatch>,
  pace = PACE,
): Promise<Listener> {
  const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    // Cuts a connection half a second after an early answer: on a slow line, before the answer has arrived.
    autoCleanupIncoming: false,
    errorHandler: refuseAddress,
  })
  // Here, not as a part of the app: Hono has each request go through one more of its layers for that.
  const warnOfProxy = warnOfUntrustedProxy(trustedProxies, log)
  const server = createServer(
    {
      headersTimeout: pace.headersMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: pace.lookMs,
    },
    (incoming, outgoing) =>
      void watchRequest({ incoming, outgoing }, { trustedProxies, log }, () => {
        warnOfProxy(incoming)
        return listener(incoming, outgoing)
      }),
  )
  const open = openSockets(server)
  server.timeout = pace.idleMs
  server.keepAliveTimeout = KEEP_ALIVE_MS
  lingerOverBodies(server)
  refuseUnreadable(server)
  cutSlowBodies(server, pace)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () => closeServer(server, open, pace),
  }
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return open
}

async function closeServer(
  server: Server,
  open: ReadonlySet<Socket>,
  { stopMs }: Pace,
): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  // Also those that become idle later: a request that ends must not be followed by the next one.
  const idle = setInterval(() => {
    server.closeIdleConnections()
    // Once what has come meanwhile is read.
    setImmediate(closeUnused, open)
  }, CLOSE_IDLE_EVERY_MS)
  const cut = setTimeout(() => server.closeAllConnections(), stopMs)
  await ended
  clearInterval(idle)
  clearTimeout(cut)
}

/** To Node, a connection that nothing was asked on yet is no idle one. Browsers keep such ones ready. */
function closeUnused(open: ReadonlySet<Socket>): void {
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
}
