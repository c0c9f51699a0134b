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

/** Does a request's work under an id, which its answer carries, and writes one line once the answer is out or cut off. */
export function watchRequest(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  { trustedProxies, log }: RequestWatch,
  work: () => void | Promise<void>,
): void {
  const start = performance.now()
  const { socket } = incoming
  const bytesBefore = socket.bytesWritten
  const request: CurrentRequest = { id: requestId(incoming, trustedProxies), route: undefined }
  outgoing.setHeader('x-request-id', request.id)
  currentRequest.run(request, () => void work())
  if (!log) return
  outgoing.once('close', () => {
    const { statusCode, headersSent, writableFinished } = outgoing
    const { route } = request
    const isQuiet = route !== undefined && QUIET_ROUTE.test(route) && statusCode < 400
    const line = {
      method: incoming.method,
      route,
      status: headersSent ? statusCode : undefined,
      ms: Math.round(performance.now() - start),
      // With its headers. No browser sends a request on a connection before the last one's answer.
      bytes: socket.bytesWritten - bytesBefore || undefined,
      isCut: writableFinished ? undefined : true,
    }
    currentRequest.run(request, log[isQuiet ? 'debug' : 'info'], 'request', line)
  })
}

function requestId({ headers }: IncomingMessage, trustedProxies: number): string {
  const brought = trustedProxies > 0 ? headers['x-request-id'] : undefined
  return typeof brought === 'string' && REQUEST_ID.test(brought) ? brought : randomUUID()
}
