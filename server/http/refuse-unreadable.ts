import { STATUS_CODES } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError } from '@hono/node-server'
import { HttpError } from './http-error.ts'
import type { ErrorCode } from './error-codes.ts'
import { envelopeOf, errorResponse } from './reply.ts'

/** Node's names for what it refuses by itself. */
const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
}

/** Has what is no request that the app could be given refused in the envelope, as all else is. */
export function refuseUnreadable(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', ({ socket }, answer) => void answers.set(socket, answer))
  // Whoever expects what we know nothing of is answered all the same (RFC 9110 §10.1.1).
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))
  server.on('connect', (_incoming, socket) => {
    // Node has taken its own listener off: without one, a reset would end the process.
    socket.on('error', () => socket.destroy())
    refuse(socket, new HttpError('invalid_request'))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket)
    const isAnswering = answer?.headersSent === true && !answer.writableFinished
    if (isAnswering || !socket.writable) socket.destroy(error)
    else refuse(socket, new HttpError(REFUSALS[error.code ?? ''] ?? 'invalid_request'))
  })
}

/** An address that is none, or a host. */
export function refuseAddress(error: unknown): Response {
  if (error instanceof RequestError) return errorResponse(new HttpError('invalid_request'))
  throw error
}

function refuse(socket: Duplex, error: HttpError): void {
  const body = JSON.stringify(envelopeOf(error))
  const lines = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
