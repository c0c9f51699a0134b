import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

const PIECE_EVERY_MS = 125
const PIECE_BYTES_MIN = 4 * 1024

export interface Question {
  method?: string
  headers?: Record<string, string>
  token?: string | undefined
  body?: Buffer | string
  /** What the body goes up at; absent: as fast as it can. */
  bytesPerSecond?: number
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Way {
  agent: Agent | false
  signal: AbortSignal
  /** All of the request has left. */
  onSent?: () => void
}

/** Makes one request and reads the whole answer, whatever its status. Rejects where none comes. */
export async function askPaced(url: string, question: Question, way: Way): Promise<Reply> {
  const { body, bytesPerSecond } = question
  const outgoing = begin(url, question, way)
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  // Seen below; an answer may also come before all is sent.
  answered.catch(() => undefined)
  if (body !== undefined) await write(outgoing, Buffer.from(body), bytesPerSecond, answered)
  outgoing.end()
  way.onSent?.()
  const [incoming] = await answered
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    body: await buffer(incoming),
  }
}

/** Makes one request and gives the answer as it begins. */
export async function openAnswer(url: string, question: Question, way: Way) {
  const outgoing = begin(url, question, way)
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  return incoming
}

function begin(
  url: string,
  { method = 'GET', headers, token, body }: Question,
  { agent, signal }: Way,
): ClientRequest {
  const request = url.startsWith('https:') ? requestHttps : requestHttp
  const authorization = token === undefined ? {} : { authorization: token }
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return request(url, {
    method,
    agent,
    signal,
    headers: { ...headers, ...authorization, ...length },
  })
}

/** Writes the body in pieces, at the pace of the line, until all is written or the answer is there. */
async function write(
  outgoing: ClientRequest,
  body: Buffer,
  bytesPerSecond = Infinity,
  answered: Promise<unknown>,
): Promise<void> {
  const piece = Math.max(PIECE_BYTES_MIN, Math.ceil((bytesPerSecond * PIECE_EVERY_MS) / 1000))
  let isAnswered = false
  const note = () => (isAnswered = true)
  answered.then(note, note)
  for (let from = 0; from < body.length && !isAnswered; from += piece) {
    const rest = body.length - from
    outgoing.write(body.subarray(from, from + Math.min(piece, rest)))
    if (rest > piece) await wait(PIECE_EVERY_MS)
  }
}
