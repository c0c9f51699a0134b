import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'

const ANSWER_MS = 15_000
/** More is not read of an answer. */
const BODY_BYTES_MAX = 4 * 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024)

export interface Answer {
  status: number
  /** Empty where there is none; several of one name are joined by `, `. */
  header: (name: string) => string
  /** Not decompressed. */
  body: string
  /** When it came, epoch milliseconds. */
  cameAt: number
  /** End of the certificate's time; undefined over plain HTTP. */
  certificateEnds: Date | undefined
}

interface Question {
  method?: string
  headers?: Record<string, string>
  /** Sends so many bytes as the body, until an answer comes. */
  bodyBytes?: number
  /** Resolves at the first bytes of the body, with them alone. */
  isStream?: boolean
  waitMs?: number
}

/** One request as it is, without following where it leads. Rejects with why there is no answer. */
export async function ask(url: URL, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, bodyBytes, isStream = false, waitMs = ANSWER_MS } = question
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = bodyBytes === undefined ? {} : { 'content-length': String(bodyBytes) }
  let isAnswered = false
  const outgoing = request(url, {
    method,
    // As browsers have it: a connection to be closed after the answer is cut while a body still comes.
    headers: { connection: 'keep-alive', ...headers, ...length },
    agent: false,
    signal: AbortSignal.timeout(waitMs),
  })
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', (response) => {
        isAnswered = true
        resolve(response)
      })
      outgoing.once('error', reject)
      if (bodyBytes === undefined) outgoing.end()
      else Readable.from(bytesUntil(() => isAnswered, bodyBytes)).pipe(outgoing)
    })
    // What breaks once the answer is there takes nothing from it.
    outgoing.on('error', () => undefined)
    const certificate = (incoming.socket as Partial<TLSSocket>).getPeerCertificate?.()
    const cameAt = Date.now()
    return {
      cameAt,
      status: incoming.statusCode ?? 0,
      header: (name) => [incoming.headers[name] ?? []].flat().join(', '),
      body: await readBody(incoming, isStream),
      certificateEnds: certificate && new Date(certificate.valid_to),
    }
  } finally {
    outgoing.destroy()
  }
}

/** As much as wanted, or as goes until an answer comes. */
function* bytesUntil(isAnswered: () => boolean, bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0 && !isAnswered(); left -= PIECE.length) {
    yield PIECE.subarray(0, left)
  }
}

async function readBody(incoming: IncomingMessage, isStream: boolean): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (isStream || bytes > BODY_BYTES_MAX) break
  }
  return Buffer.concat(chunks).toString()
}
