import { once } from 'node:events'
import { createServer, request as requestOf } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { listenAnywhere } from './listening.ts'

/**
 * What happens to a request: it passes; a status is answered without the server; the connection is reset before the server gets
 * anything, or after it has answered; words are added to the answer; the answer is held back for some time; somebody else's page
 * is answered.
 */
export type Fate =
  | 'pass'
  | 'reset-before'
  | 'reset-after'
  | { status: number; retryAfter?: number; body?: unknown }
  | { append: string }
  | { hold: () => Promise<unknown> }
  | { html: string }

/** Fields of a form come before its photo. */
const BODY_NOTED_BYTES = 32 * 1024

const INJECTED = { success: false, error: 'Injected', code: 'injected' }

/** A request that went through the gateway. */
export interface Exchange {
  method: string
  path: string
  /** The query with its question mark, or ''. */
  search: string
  key: string | undefined
  /** Offset of the part of a photo that it carries (tus: Upload-Offset). */
  offset: number | undefined
  authorization: string | undefined
  contentType: string | undefined
  /** How its body begins, as far as it has come. */
  body: () => Buffer
  /** The path of the page, or of the worker's script, that sent it. */
  sender: string | undefined
  startedAt: number
  fate: Fate
  /** The status sent back to the browser; undefined while none was. */
  status: number | undefined
}

/** An HTTP proxy between browser and server that records requests and makes some of them fail. */
export interface Gateway {
  readonly port: number
  /** All requests, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** From now on `judge` decides what happens to each request; absent: all pass. */
  judge: (judge?: (request: Pick<Exchange, 'method' | 'path' | 'search' | 'key'>) => Fate) => void
  /** The requests that carry photos or parts of them. */
  uploads: () => Exchange[]
  /** The highest number of simultaneous uploads since the last call. */
  takeMostUploadsAtOnce: () => number
  close: () => Promise<void>
}

/** Whether a request carries a photo or a part of one. */
export function isUpload({ method, path }: Pick<Exchange, 'method' | 'path'>): boolean {
  return /^(POST|PATCH)$/.test(method) && /^\/api\/events\/[^/]+\/uploads?(\/|$)/.test(path)
}

export async function startGateway(target: () => number): Promise<Gateway> {
  const exchanges: Exchange[] = []
  let judgeRequest: Parameters<Gateway['judge']>[0]
  let uploadsAtOnce = 0
  let mostAtOnce = 0

  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const key = request.headers['idempotency-key']
    const method = request.method ?? ''
    const seen = { method, path: pathname, search, key: key?.toString() }
    const { referer, 'upload-offset': offset, 'content-type': contentType } = request.headers
    const chunks: Buffer[] = []
    let noted = 0
    request.on('data', (chunk: Buffer) => {
      if (noted < BODY_NOTED_BYTES) chunks.push(chunk)
      noted += chunk.length
    })
    const exchange: Exchange = {
      ...seen,
      offset: offset === undefined ? undefined : Number(offset),
      authorization: request.headers.authorization,
      contentType,
      body: () => Buffer.concat(chunks),
      sender: referer === undefined ? undefined : new URL(referer).pathname,
      startedAt: Date.now(),
      fate: judgeRequest?.(seen) ?? 'pass',
      status: undefined,
    }
    exchanges.push(exchange)
    if (isUpload(exchange)) mostAtOnce = Math.max(mostAtOnce, ++uploadsAtOnce)
    response.once('close', () => {
      if (response.writableFinished) exchange.status = response.statusCode
      if (isUpload(exchange)) uploadsAtOnce -= 1
    })
    carryOut(exchange.fate, request, response)
  })

  function carryOut(fate: Fate, request: IncomingMessage, response: ServerResponse): void {
    if (fate === 'reset-before') return reset(request.socket)
    if (typeof fate !== 'object')
      return forward(request, response, { isMute: fate === 'reset-after' })
    if ('append' in fate) forwardAndAppend(request, response, fate.append)
    else if ('hold' in fate) forward(request, response, { hold: fate.hold })
    else if ('html' in fate) response.setHeader('content-type', 'text/html').end(fate.html)
    else answer(fate, request, response)
  }

  /** Only for answers that are text. */
  function forwardAndAppend(request: IncomingMessage, response: ServerResponse, words: string) {
    const url = `http://127.0.0.1:${target()}${request.url ?? '/'}`
    void fetch(url).then(async (answered) => {
      response.setHeader('content-type', answered.headers.get('content-type') ?? 'text/plain')
      response.end((await answered.text()) + words)
    })
  }

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    { isMute = false, hold }: { isMute?: boolean; hold?: () => Promise<unknown> } = {},
  ): void {
    const { method, url, headers } = request
    const sent = requestOf({ port: target(), host: '127.0.0.1', method, path: url, headers })
    sent.on('response', (answered) => {
      if (isMute) {
        // After the whole answer, so that the server has done all its work.
        answered.resume().on('close', () => reset(request.socket))
        return
      }
      const pass = () => {
        response.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
        answered.on('error', () => reset(request.socket)).pipe(response)
      }
      if (hold) void hold().then(pass)
      else pass()
    })
    // The server is down or has died: the connection is reset too.
    sent.on('error', () => reset(request.socket))
    // The rest of a request that was answered early is read: a browser sends all of it before it reads the answer.
    response.on('close', () => {
      sent.destroy()
      request.unpipe(sent).resume()
    })
    request.on('error', () => sent.destroy()).pipe(sent)
  }

  return {
    port: await listenAnywhere(server),
    exchanges,
    judge(judge) {
      judgeRequest = judge
    },
    uploads: () => exchanges.filter(isUpload),
    takeMostUploadsAtOnce() {
      const most = mostAtOnce
      mostAtOnce = uploadsAtOnce
      return most
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function reset(socket: Socket): void {
  if (!socket.destroyed) socket.resetAndDestroy()
}

/** Reads the whole request first, as the server does. */
function answer(
  { status, retryAfter, body = INJECTED }: Extract<Fate, { status: number }>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    response.writeHead(status)
    response.end(JSON.stringify(body))
  })
}
