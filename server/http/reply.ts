import type { ErrorEnvelope } from '../../contract/entities.ts'
import type { HttpError } from './http-error.ts'

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

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
}

/** The envelope in which every refusal travels. */
export function envelopeOf(error: HttpError): ErrorEnvelope {
  const { message, code, field } = error
  return { success: false, error: message, code, ...(field === undefined ? {} : { field }) }
}

export function errorResponse(error: HttpError): Response {
  return jsonResponse(
    error.status,
    envelopeOf(error),
    error.retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) },
  )
}
