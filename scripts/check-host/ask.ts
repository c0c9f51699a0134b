import { request as requestHttp } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
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
  const outgoing = request(url, {
    method,
    headers: { ...headers, ...length },
    agent: false,
    signal: AbortSignal.timeout(waitMs),
  })
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve)
      outgoing.once('error', reject)
      if (bodyBytes === undefined) outgoing.end()
      else void sendBytes(outgoing, bodyBytes)
    })
    // What breaks once the answer is there takes nothing from it.
    outgoing.on('error', () => undefined)
    const certificate = (incoming.socket as Partial<TLSSocket>).getPeerCertificate?.()
    return {
      status: incoming.statusCode ?? 0,
      header: (name) => [incoming.headers[name] ?? []].flat().join(', '),
      body: await readBody(incoming, isStream),
      certificateEnds: certificate && new Date(certificate.valid_to),
    }
  } finally {
    outgoing.destroy()
  }
}

async function sendBytes(outgoing: ReturnType<typeof requestHttp>, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !outgoing.destroyed; left -= PIECE.length) {
    const goesOn = outgoing.write(PIECE.subarray(0, left))
    if (goesOn) continue
    await new Promise<void>((resolve) => {
      outgoing.once('drain', resolve)
      outgoing.once('close', resolve)
    })
  }
  outgoing.end()
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
