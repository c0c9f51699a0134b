import * as v from 'valibot'
import { errorEnvelope } from '../../contract/error-envelope.ts'
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { ApiError } from './api-error.ts'
import { anySignal, http } from './http.ts'
import { apiBase, withApiOrigin } from './api-host.ts'
import { doorHeader } from './door-header.ts'

export interface RequestOptions {
  method: string
  query?: Readonly<Record<string, string | number | undefined>> | undefined
  /** An object is sent as JSON, bytes and forms as they are. */
  body?: Record<string, unknown> | FormData | Blob | undefined
  headers: Record<string, string>
  /** The session's token; absent where nobody is signed in. */
  token?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export interface Received {
  response: Response
  text: string
}

/**
 * Sends one request to the API, once, and gives the answer, whatever its status, read to its end. `path` follows the API's base.
 * Rejects with an ApiError of status 500 where none came within `timeoutMs`.
 */
export async function request(
  path: string,
  { method, query, body, headers, token, signal, timeoutMs = REQUEST_TIMEOUT_MS }: RequestOptions,
): Promise<Received> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const all = {
    ...headers,
    ...(await doorHeader(path, body)),
    ...(token === undefined ? {} : { authorization: token }),
  }
  try {
    const response = await http.raw(apiBase + path, {
      method,
      query,
      body,
      headers: all,
      signal: signal ? anySignal([signal, timeout]) : timeout,
      // Only the query cache caches answers of the API.
      cache: 'no-store',
      // Parsed by the contract.
      responseType: 'text',
      ignoreResponseError: true,
    })
    return { response, text: response._data ?? '' }
  } catch (error) {
    if (signal?.aborted) throw error
    throw noAnswer(error, timeout.aborted)
  }
}

/** The error that an unwanted answer means: the server's refusal, or an answer of somebody else. */
export function refusalOf({ response, text }: Received): ApiError {
  const retryAfter = Number(response.headers.get('retry-after'))
  const wait = retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}
  const answered = parseJson(text)
  const refusal = v.safeParse(saidRefusal, answered)
  const status = response.ok ? 502 : response.status
  if (refusal.success) {
    const { error, code, field } = refusal.output
    return new ApiError(status, error, {
      code: response.ok ? 'unsuccessful' : code,
      field,
      ...wait,
    })
  }
  // A captive portal's page with status 200, a proxy's 502.
  const cause = response.ok ? answered : undefined
  const unexpected = { code: 'unexpected_answer', cause, ...wait }
  return new ApiError(status, texts.call.unexpectedAnswer, unexpected)
}

/** A refusal in words, whatever its status; one that says no code is our format all the same. */
const saidRefusal = v.object({ ...errorEnvelope.entries, code: v.optional(v.string(), 'refused') })

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withApiOrigin)
  } catch {
    // Text that is not JSON becomes undefined, which no schema of the contract accepts.
    return undefined
  }
}

function noAnswer(error: unknown, timedOut: boolean): ApiError {
  if (timedOut) {
    return new ApiError(500, texts.call.timedOut, { code: 'timed_out', cause: error })
  }
  const message = error instanceof Error && error.message ? error.message : texts.call.noAnswer
  return new ApiError(500, message, { code: 'no_answer', cause: error })
}
