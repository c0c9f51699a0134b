import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentRequest } from '../log.ts'
import type { CurrentRequest, Log } from '../log.ts'

/** As proxies make them; anything else could forge lines of whoever reads the log. */
const REQUEST_ID = /^[\w.-]{8,128}$/
/** Files, and what the operator's machinery asks all day. */
const QUIET_ROUTE = /^\/(assets|icons|media)\/|\.\w+$|^\/(healthz|readyz|metrics)$/

export interface RequestWatch {
  /** Proxies in front; from one of ours a request may bring its id. */
  trustedProxies: number
  /** Undefined: requests have ids, and nobody is told of them. */
  log?: Log | undefined
}

interface Before {
  ms: number
  /** Written to its connection for requests before it. */
  bytes: number
}

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/** Does a request's work under an id, which its answer carries, and writes one line once the answer is out or cut off. */
export async function watchRequest(
  exchange: Exchange,
  { trustedProxies, log }: RequestWatch,
  work: () => void | Promise<void>,
): Promise<void> {
  const { incoming, outgoing } = exchange
  const before = { ms: performance.now(), bytes: incoming.socket.bytesWritten }
  const request: CurrentRequest = { id: requestId(incoming, trustedProxies), route: undefined }
  outgoing.setHeader('x-request-id', request.id)
  await currentRequest.run(request, work)
  if (!log) return
  const logAnswer = () => currentRequest.run(request, logRequest, log, exchange, before)
  // Not awaited: a stream lasts for hours, and would keep all of the above for as long.
  if (outgoing.closed) logAnswer()
  else outgoing.on('close', logAnswer)
}

function logRequest(log: Log, { incoming, outgoing }: Exchange, before: Before): void {
  const { statusCode, headersSent, writableFinished } = outgoing
  const route = currentRequest.getStore()?.route
  const isQuiet = route !== undefined && QUIET_ROUTE.test(route) && statusCode < 400
  log[isQuiet ? 'debug' : 'info']('request', {
    method: incoming.method,
    route,
    status: headersSent ? statusCode : undefined,
    ms: Math.round(performance.now() - before.ms),
    // With its headers. No browser sends a request on a connection before the last one's answer.
    bytes: (incoming.socket?.bytesWritten ?? before.bytes) - before.bytes || undefined,
    isCut: writableFinished ? undefined : true,
  })
}

function requestId({ headers }: IncomingMessage, trustedProxies: number): string {
  const brought = trustedProxies > 0 ? headers['x-request-id'] : undefined
  return typeof brought === 'string' && REQUEST_ID.test(brought) ? brought : randomUUID()
}
