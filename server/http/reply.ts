import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { GenericSchema } from 'valibot'
import type { Answer, Endpoint } from '../../contract/endpoint.ts'
import type { ErrorEnvelope } from '../../contract/error-envelope.ts'
import type { HttpError } from './http-error.ts'
import { namedFields } from './named-fields.ts'

/** An answer with a status or headers of its own, where a handler's plain answer would not do. */
export class Reply<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, body: Body, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
}
interface AnswerInit {
  status?: number
  headers: Readonly<Record<string, string>>
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', ...HEADERS }

const PLAIN = { headers: JSON_HEADERS }

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...(body === undefined ? HEADERS : JSON_HEADERS), ...headers },
  })
}

/** A plain answer as it goes out, with the fields that the contract names, to be sent more than once. */
export class SerializedAnswer<Body> {
  readonly bytes: Buffer<ArrayBuffer>
  declare readonly body?: Body
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(bytes: Buffer<ArrayBuffer>) {
    this.bytes = bytes
  }

  /** As small as its reader can take it (`Accept-Encoding`). */
  send(accepted: string | null, init: AnswerInit = PLAIN): Response | Promise<Response> {
    const encoding = chooseEncoding(accepted, this.bytes.length)
    return encoding ? this.#sendCompressed(encoding, init) : new Response(this.bytes, init)
  }

  async #sendCompressed(encoding: Encoding, init: AnswerInit): Promise<Response> {
    const compressed = this.#compressed.get(encoding) ?? compress(this.bytes, encoding)
    this.#compressed.set(encoding, compressed)
    const headers = { ...init.headers, 'content-encoding': encoding }
    return new Response(new Uint8Array(await compressed), { ...init, headers })
  }
}

export function serializeAnswer<E extends Endpoint & { answers: { 200: GenericSchema } }>(
  { answers }: E,
  answer: Answer<E>,
): SerializedAnswer<Answer<E>> {
  return serializeJson(namedFields(answers[200], answer) as Answer<E>)
}

/** An answer that has only the fields that the contract names. */
export function serializeJson<Body>(body: Body): SerializedAnswer<Body> {
  return new SerializedAnswer(Buffer.from(JSON.stringify(body)))
}

/** The envelope in which every refusal travels. */
export function envelopeOf(error: HttpError): ErrorEnvelope {
  const { message, code, field } = error
  return { success: false, error: message, code, ...(field === undefined ? {} : { field }) }
}

export function errorResponse(error: HttpError): Response {
  return jsonResponse(error.status, envelopeOf(error), retryAfter(error))
}

export function retryAfter({ retryAfterSeconds }: HttpError): Record<string, string> {
  if (retryAfterSeconds === undefined) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Level 5 takes a third of a millisecond for a page, and comes close to the size of level 11. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** Fits one packet uncompressed. */
const SMALL_BYTES = 1_400

type Encoding = 'br' | 'gzip'

/** The best encoding of those a request says it takes (RFC 9110 §12.5.3); undefined for bytes that are not worth it. */
function chooseEncoding(accepted: string | null, bytes: number): Encoding | undefined {
  if (bytes < SMALL_BYTES || accepted === null) return undefined
  return (['br', 'gzip'] as const).find((name) => accepts(accepted, name))
}

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(bytes, BROTLI) : zip(bytes)
}

/** `q=0` refuses an encoding. */
function accepts(accepted: string, name: string): boolean {
  const found = new RegExp(`\\b${name}\\b(?:\\s*;\\s*q=([\\d.]+))?`, 'i').exec(accepted)
  return found !== null && Number(found[1] ?? 1) > 0
}
