import { once } from 'node:events'
import { connect } from 'node:http2'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { isIPv6 } from 'node:net'
import { Readable } from 'node:stream'
import type { Writable } from 'node:stream'

const PIECE_BYTES = 64 * 1024
const PIECE = Buffer.alloc(PIECE_BYTES, 'x')
const DEADLINE_MS = 120_000

export interface HttpsCall {
  method: string
  path: string
  headers?: Record<string, string>
  /** Length of a body of no meaning; absent: none. */
  bytes?: number
  /** The connection stays as it is after so many bytes, as on a line that is slow. */
  stopsAfter?: number
  json?: unknown
  /** This machine's address that the call comes from. */
  from?: string | undefined
}

interface HttpsAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Speaks HTTPS to a port of `localhost`. */
export interface HttpsCaller {
  /** Sends the whole body, unless the connection ends before; rejects where no answer comes. */
  send: (call: HttpsCall) => Promise<HttpsAnswer>
  close: () => void
}

export function callByHttp1(port: number): HttpsCaller {
  const agent = new Agent({ keepAlive: true })

  async function send({ from, ...call }: HttpsCall): Promise<HttpsAnswer> {
    const { method, path, headers } = call
    const sent = request({
      // The name may have no address of IPv6.
      host: from !== undefined && isIPv6(from) ? '::1' : 'localhost',
      servername: 'localhost',
      port,
      agent,
      method,
      path,
      timeout: DEADLINE_MS,
      ...(from === undefined
        ? {}
        : { localAddress: from, family: isIPv6(from) ? 6 : 4, agent: false }),
      headers: { host: `localhost:${port}`, ...headers, ...lengthOf(call) },
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path}`)))
    // The other end may close as soon as it has refused.
    const failed = new Promise<never>((_resolve, reject) => void sent.on('error', reject))
    failed.catch(() => undefined)
    sendBody(call, sent)
    try {
      const [response] = await Promise.race([once(sent, 'response'), failed])
      const text = await textOf(response)
      return { status: response.statusCode, headers: response.headers, text }
    } catch (error) {
      // A connection that was kept may be closed at the same moment; browsers send anew then (RFC 9112 §9.3.1).
      if (sent.reusedSocket) return send({ from, ...call })
      throw error
    }
  }

  return { send, close: () => agent.destroy() }
}

export function callByHttp2(port: number): HttpsCaller {
  const open = () => connect(`https://localhost:${port}`).on('error', () => undefined)
  let session = open()
  return {
    async send(call) {
      const { method, path, headers } = call
      // A proxy ends a connection after so many requests.
      if (session.closed || session.destroyed) session = open()
      const stream = session.request({
        ':method': method,
        ':path': path,
        ...headers,
        ...lengthOf(call),
      })
      stream.setTimeout(DEADLINE_MS, () => stream.destroy(new Error(`no answer to ${path}`)))
      const failed = new Promise<never>((_resolve, reject) => {
        stream.on('error', reject)
        stream.on('close', () => reject(new Error(`closed with ${stream.rstCode}`)))
      })
      failed.catch(() => undefined)
      sendBody(call, stream)
      const [answer] = await Promise.race([once(stream, 'response'), failed])
      const text = await textOf(stream)
      return { status: answer[':status'], headers: answer, text }
    },
    close: () => session.destroy(),
  }
}

function lengthOf({ json, bytes = 0 }: HttpsCall): Record<string, number> {
  if (json !== undefined) return { 'content-length': Buffer.byteLength(JSON.stringify(json)) }
  return bytes > 0 ? { 'content-length': bytes } : {}
}

function sendBody({ json, bytes = 0, stopsAfter }: HttpsCall, to: Writable): void {
  if (json !== undefined) to.end(JSON.stringify(json))
  else Readable.from(pieces(stopsAfter ?? bytes)).pipe(to, { end: stopsAfter === undefined })
}

function* pieces(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE_BYTES) yield PIECE.subarray(0, left)
}

/** What has come, also where the connection is closed after the answer. */
async function textOf(stream: Readable): Promise<string> {
  let text = ''
  try {
    for await (const chunk of stream) text += String(chunk)
  } catch {
    // The body was not wanted any more.
  }
  return text
}

/** By status and code; a page of the proxy's own by its beginning. */
export async function outcomeOf(sending: Promise<HttpsAnswer>): Promise<string> {
  try {
    const { status, text, headers } = await sending
    if (status === 200) return '200'
    const { code } = text.startsWith('{') ? JSON.parse(text) : { code: text.slice(0, 60) }
    const retry = headers['retry-after']
    return [status, code, ...(retry ? [`again in ${retry}`] : [])].join(' ')
  } catch (error) {
    return String(error)
  }
}

/** Counts answers by their outcome. */
export function createTally() {
  const counts = new Map<string, number>()
  return {
    counts,
    async add(sending: Promise<HttpsAnswer>) {
      const outcome = await outcomeOf(sending)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    },
  }
}
