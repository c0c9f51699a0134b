import type { IncomingMessage, Server } from 'node:http'

/** How fast a request has to come. */
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

export function bringsBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers
}

/** Bytes that lie here unread are not their sender's fault. */
function isWaitedFor(incoming: IncomingMessage): boolean {
  return incoming.readableLength === 0
}

/** As Node says it of headers. */
function tooSlow(): Error {
  return Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
