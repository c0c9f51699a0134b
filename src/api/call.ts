import * as v from 'valibot'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Answer, Endpoint } from '../../contract/endpoint.ts'
import { PATIENCE_MS, noting } from './contact.ts'
import { parseJson, refusalOf, request } from './request.ts'
import type { Received } from './request.ts'
import { texts } from '../../contract/texts.ts'
import { ApiError } from './api-error.ts'

type InputOf<E extends Endpoint, K extends 'params' | 'query'> = E[K] extends object
  ? { [name in keyof E[K]]?: string | number | undefined }
  : never
type SchemasOf<S> = S extends object ? S : Record<never, never>
type SentBy<E extends Endpoint> = SchemasOf<E['body']> & SchemasOf<E['unread']>
type BodyOf<E extends Endpoint> = {
  [name in keyof SentBy<E>]?: v.InferInput<SentBy<E>[name] & v.GenericSchema>
}

export interface CallOptions<E extends Endpoint> {
  params?: { [name in keyof InputOf<E, 'params'>]-?: string | number }
  query?: InputOf<E, 'query'>
  body?: BodyOf<E>
  form?: FormData
  /** The session's token; absent where nobody is signed in. */
  token?: string | undefined
  /** UUID under which the server does this once, however often the call is sent. */
  idempotencyKey?: string
  signal?: AbortSignal | undefined
  timeoutMs?: number
}

/**
 * Makes one call of the contract, once, and gives its answer as the contract describes it.
 * Rejects with an ApiError: an answer that is not what the contract says is an error, never data.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  { params, query, body, form, token, idempotencyKey, signal, timeoutMs }: CallOptions<E> = {},
): Promise<Answer<E>> {
  if (endpoint.auth === 'required') requireToken({ token })
  const asked = request(endpointPath(endpoint, params), {
    method: endpoint.method,
    query,
    body: form ?? body,
    headers: {
      accept: 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    token,
    signal,
    timeoutMs,
  })
  const answer = asked.then((received) => readAnswer(endpoint, received))
  return noting(answer, endpoint.method === 'GET' ? PATIENCE_MS : undefined)
}

function readAnswer<E extends Endpoint>(endpoint: E, received: Received): Answer<E> {
  const expected = endpoint.answers[received.response.status]
  if (expected === null) return undefined as Answer<E>
  if (expected) {
    const answer = v.safeParse(expected, parseJson(received.text))
    if (answer.success) return answer.output as Answer<E>
  }
  throw refusalOf(received)
}

/** The token, or an ApiError as if the server had refused: no call that needs one is made without (specification: section 5). */
export function requireToken({ token }: { token?: string | undefined }): string {
  if (token === undefined) {
    throw new ApiError(401, texts.session.invalidToken, { code: 'unauthorized' })
  }
  return token
}
