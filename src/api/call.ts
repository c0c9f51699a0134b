import * as v from 'valibot'
import { API_BASE } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Answer, Endpoint } from '../../contract/endpoint.ts'
import { errorEnvelope } from '../../contract/entities.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { ApiError } from './api-error.ts'

type InputOf<E extends Endpoint, K extends 'params' | 'query'> = E[K] extends object
  ? { [name in keyof E[K]]?: string | number | undefined }
  : never
type BodyOf<E extends Endpoint> = E['body'] extends object
  ? { [name in keyof E['body']]?: v.InferInput<E['body'][name] & v.GenericSchema> }
  : never

export interface CallOptions<E extends Endpoint> {
  params?: { [name in keyof InputOf<E, 'params'>]-?: string | number }
  query?: InputOf<E, 'query'>
  body?: BodyOf<E>
  form?: FormData
  /** The session's token; absent where nobody is signed in. */
  token?: string | undefined
  /** UUID under which the server does this once, however often it is sent. */
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

const BASE = (import.meta.env.VITE_API_HOST as string | undefined) ?? API_BASE

/**
 * Makes one call of the contract, once, and gives its answer as the contract describes it.
 * Rejects with an ApiError: an answer that is not what the contract says is an error, never data.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  {
    params,
    query,
    body,
    form,
    token,
    idempotencyKey,
    signal,
    timeoutMs = REQUEST_TIMEOUT_MS,
  }: CallOptions<E> = {},
): Promise<Answer<E>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await fetch(BASE + endpointPath(endpoint, params) + queryText(query), {
      method: endpoint.method,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: token }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // The answers of the API are nobody's to keep but the query cache's.
      cache: 'no-store',
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(error, timeout.aborted)
  }
  return readAnswer(endpoint, response, text)
}

function queryText(query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`
}

function noAnswer(error: unknown, timedOut: boolean): ApiError {
  if (timedOut) {
    return new ApiError(500, texts.call.timedOut, { code: 'timed_out', cause: error })
  }
  const message = error instanceof Error && error.message ? error.message : texts.call.noAnswer
  return new ApiError(500, message, { code: 'no_answer', cause: error })
}

function readAnswer<E extends Endpoint>(endpoint: E, response: Response, text: string): Answer<E> {
  const json = parseJson(text)
  const expected = endpoint.answers[response.status]
  if (expected === null) return undefined as Answer<E>
  if (expected) {
    const answer = v.safeParse(expected, json)
    if (answer.success) return answer.output as Answer<E>
  }
  const refusal = v.safeParse(errorEnvelope, json)
  if (!response.ok && refusal.success) {
    const { error, code } = refusal.output
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new ApiError(response.status, error, {
      code,
      ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
    })
  }
  // A captive portal's page with status 200, a proxy's 502: no word of ours.
  throw new ApiError(response.ok ? 502 : response.status, texts.call.unexpectedAnswer, {
    code: 'unexpected_answer',
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is not what the contract says; the caller finds that out by parsing undefined.
    return undefined
  }
}
