import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { Answer, Endpoint } from '../../../contract/endpoint.ts'
import { REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import type { CallBook } from './call-book.ts'
import { askPaced } from './paced-request.ts'
import type { Question, Reply } from './paced-request.ts'

/** As browsers have it. */
const CONNECTIONS = 6

interface CallOptions extends Pick<Question, 'token'> {
  params?: Record<string, string | number>
  query?: Record<string, string>
  json?: unknown
  form?: FormData
  /** Under which the server does it once. */
  key?: string
}

interface Refusal {
  kind: string
  status: number
  code: string
  retryAfterMs?: number
}

/** A call that was not done, with what is known of why. Status 0: no answer came. */
export class CallRefused extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number

  constructor({ kind, status, code, retryAfterMs = 0 }: Refusal) {
    super(status === 0 ? `${kind}: no answer (${code})` : `${kind}: ${status} ${code}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.code = code
  }
}

/**
 * One guest's line to the server. Each request is noted in the book; what is not answered with success rejects with CallRefused,
 * and with the signal's own error once the evening ends.
 */
export interface Line {
  ask: (kind: string, path: string, question?: Question) => Promise<Reply>
  /** Makes a call of the contract; an answer that is not what the contract says is a refusal. */
  call: <E extends Endpoint>(kind: string, endpoint: E, options?: CallOptions) => Promise<Answer<E>>
  close: () => void
}

export function createLine(origin: string, book: CallBook, ending: AbortSignal): Line {
  const settings = { keepAlive: true, maxSockets: CONNECTIONS }
  const agent = origin.startsWith('https:') ? new SecureAgent(settings) : new PlainAgent(settings)

  async function ask(kind: string, path: string, question: Question = {}): Promise<Reply> {
    const timeout = AbortSignal.timeout(question.body ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
    const signal = AbortSignal.any([timeout, ending])
    let at = book.now()
    const onSent = () => (at = book.now())
    try {
      const reply = await askPaced(origin + path, question, { agent, signal, onSent })
      const { status, headers } = reply
      const requestId = [headers['x-request-id'] ?? []].flat()[0]
      const refused = status >= 400 ? refusalOf(kind, reply) : undefined
      book.add({ kind, at, ms: book.now() - at, status, requestId, code: refused?.code ?? '' })
      if (refused) throw refused
      return reply
    } catch (error) {
      if (ending.aborted || error instanceof CallRefused) throw error
      const code = timeout.aborted ? 'timed_out' : codeOf(error)
      book.add({ kind, at, ms: book.now() - at, status: 0, code })
      throw new CallRefused({ kind, status: 0, code })
    }
  }

  return {
    ask,
    async call(kind, endpoint, { params, query, json, form, key, token } = {}) {
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const sent = form ? await encodeForm(form) : json === undefined ? undefined : encodeJson(json)
      const { status, body } = await ask(kind, API_BASE + endpointPath(endpoint, params) + search, {
        method: endpoint.method,
        token,
        headers: { ...sent?.headers, ...(key ? { 'idempotency-key': key } : {}) },
        ...(sent ? { body: sent.body } : {}),
      })
      return readAnswer(endpoint, status, body)
    },
    close: () => agent.destroy(),
  }
}

function readAnswer<E extends Endpoint>(endpoint: E, status: number, body: Buffer): Answer<E> {
  const expected = endpoint.answers[status]
  if (expected === null) return undefined as Answer<E>
  const answer = expected && v.safeParse(expected, JSON.parse(String(body)))
  if (!answer?.success)
    throw new CallRefused({ kind: endpoint.path, status, code: 'unexpected_answer' })
  return answer.output as Answer<E>
}

function refusalOf(kind: string, { status, headers, body }: Reply): CallRefused {
  const code = /"code":"(\w+)"/.exec(String(body))?.[1] ?? 'no_code'
  const retryAfterMs = 1000 * (Number(headers['retry-after']) || 0)
  return new CallRefused({ kind, status, code, retryAfterMs })
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : ''
}

function encodeJson(json: unknown) {
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
}

async function encodeForm(form: FormData) {
  const { headers, body } = new Request('http://form', { method: 'POST', body: form })
  const bytes = body ? await buffer(body) : Buffer.alloc(0)
  return { body: bytes, headers: { 'content-type': headers.get('content-type') ?? '' } }
}
