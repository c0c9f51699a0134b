import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Pace {
  headersMs: number
  /** Of a body, this many bytes have to come in each span. */
  bodyBytesMin: number
  bodySpanMs: number
  /** How often headers are looked at. */
  lookMs: number
  /** A connection on which nothing moves at all lasts this long. */
  idleMs: number
  /** How long running requests may go on once the server is asked to stop. */
  stopMs: number
}

export const PACE: Pace = {
  headersMs: 20_000,
  bodyBytesMin: 30 * 1024,
  bodySpanMs: 30_000,
  lookMs: 10_000,
  idleMs: 60_000,
  // The whole server has to stop within 10 s.
  stopMs: 8_000,
}

/** Refuses, by `clientError`, bodies that come so slowly that they only hold a connection. */
export function cutSlowBodies(server: Server, { bodyBytesMin, bodySpanMs }: Pace): void {
  server.on('request', (incoming) => {
    if (!bringsBody(incoming)) return
    const { socket } = incoming
    let seen = socket.bytesRead
    const look = setInterval(() => {
      if (incoming.complete) return clearInterval(look)
      const isSlow = socket.bytesRead - seen < bodyBytesMin && isWaitedFor(incoming)
      seen = socket.bytesRead
      if (isSlow) server.emit('clientError', tooSlow(), socket)
    }, bodySpanMs)
    incoming.once('close', () => clearInterval(look))
  })
}

function bringsBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers
}

/** Bytes that lie here unread are not their sender's fault. */
function isWaitedFor(incoming: IncomingMessage): boolean {
  return incoming.readableLength === 0
}

function tooSlow(): Error {
  return Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}

/** More than the largest photo. */
const LEFT_BYTES_MAX = 64 * 1024 * 1024
/** Who has heard the answer may send nothing more. nginx waits as long. */
const SILENCE_MS = 5_000
const LOOK_MS = 250

/**
 * Reads away what is left of a body that was answered early, within bounds. A connection that ends with its answer is half closed
 * until then: a close over unread bytes is a reset, by which the answer may be lost, and a proxy takes the process for dead.
 */
export function lingerOverBodies(server: Server): void {
  server.on('request', (incoming, outgoing) => {
    if (!bringsBody(incoming)) return
    const { socket } = incoming
    // Before Node's own listener, which closes the connection.
    outgoing.prependOnceListener('finish', () => {
      if (!incoming.complete && !socket.destroyed) linger(server, incoming, socket)
    })
  })
}

function linger(server: Server, incoming: IncomingMessage, socket: Socket): void {
  let isLast = false
  // Node calls it once the last answer of a connection is out.
  socket.destroySoon = () => {
    isLast = true
    socket.end()
  }
  const first = socket.bytesRead
  let last = { bytes: first, at: performance.now() }
  const look = setInterval(() => {
    const bytes = socket.bytesRead
    if (bytes > last.bytes) last = { bytes, at: performance.now() }
    const isSilent = performance.now() - last.at >= SILENCE_MS
    if (isSilent || bytes - first > LEFT_BYTES_MAX || !server.listening) socket.destroy()
  }, LOOK_MS)

  function leave(): void {
    clearInterval(look)
    incoming.off('end', stop)
    socket.off('close', leave)
  }
  function stop(): void {
    leave()
    Reflect.deleteProperty(socket, 'destroySoon')
    if (isLast) socket.destroySoon()
  }
  incoming.once('end', stop)
  // Taken off again: many requests may come on one connection.
  socket.once('close', leave)
  // A listener, since resume() does nothing while whoever read before still has one for `readable`.
  incoming.on('data', () => undefined)
}
