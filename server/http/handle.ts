import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, FormFields, Params, Query } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import type { User } from '../../contract/entities.ts'
import { readForm } from './form.ts'
import type { FormFile } from './form.ts'
import { tooLarge, unreadable, withinBytes } from './form-parser.ts'
import { HttpError } from './http-error.ts'
import { namedFields } from './named-fields.ts'
import { JSON_HEADERS, jsonResponse, Reply, WrittenAnswer, writeJson } from './reply.ts'
import { parseFields, parseParams } from './validate.ts'

const JSON_BYTES_MAX = 64 * 1024
const JSON_TYPE = /^application\/json\s*(;|$)/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Who asks, as the server found out before the handler runs. */
interface Caller {
  user: User | undefined
  /** The raw Authorization header. */
  token: string | undefined
  /** Client's network address, behind the configured proxies. */
  address: string
}

/** One request as the routes see it, whichever HTTP server took it. */
export interface ApiRequest {
  caller: Caller
  params: Readonly<Record<string, string>>
  request: Request
  body: () => Readable
  /** Node's own response, for answers that go on; undefined where no connection of Node's is behind the request. */
  outgoing?: ServerResponse | undefined
}

export interface Route {
  endpoint: Endpoint
  respond: (request: ApiRequest) => Promise<Response>
}

type UserOf<E extends Endpoint> = E['auth'] extends 'required'
  ? User
  : E['auth'] extends 'optional'
    ? User | undefined
    : undefined

export interface Subject<E extends Endpoint> {
  params: Params<E>
  user: UserOf<E>
  address: string
  headers: Headers
}

export interface Context<E extends Endpoint, Loaded> extends Subject<E> {
  /** What `load` found: the event, the post. */
  loaded: Loaded
  query: Query<E>
  body: Body<E>
  token: string
  /** Node's own response; undefined where no connection of Node's is behind the request. */
  outgoing: ServerResponse | undefined
  /** A UUID in lower case, where the caller sent one. */
  idempotencyKey: string | undefined
  /** Reads the multipart body, each file through `store`; fields come validated. See `readForm` for what it rejects with. */
  readForm: <Stored>(options: {
    fileBytesMax: number
    tooLargeText?: string
    store: (name: string, file: FormFile) => Promise<Stored>
    discard: (stored: Stored) => Promise<void>
  }) => Promise<{ fields: FormFields<E>; files: Record<string, Stored> }>
  /** The body as it comes in, of an endpoint that takes plain bytes. Throws 415 where it is said to be something else. */
  readBytes: () => Readable
}

interface Handler<E extends Endpoint, Loaded> {
  /** Finds what the path names and who may: rejects with 404 or 403, before the body is looked at. */
  load?: (subject: Subject<E>) => Promise<Loaded>
  run: (
    context: Context<E, Loaded>,
  ) => Promise<Answer<E> | Reply<Answer<E>> | WrittenAnswer<Answer<E>>>
  /** The answer may take minutes: meanwhile the connection is not cut for being silent. */
  isLong?: boolean
}

/**
 * Ties an endpoint of the contract to its handler. Refuses in the order 401, 404, 403, 400; parses all that comes in, and
 * sends of an answer the fields that the contract names alone.
 */
export function handle<const E extends Endpoint, Loaded = undefined>(
  endpoint: E,
  { load, run, isLong }: Handler<E, Loaded>,
): Route {
  return {
    endpoint,
    async respond({ caller, params: rawParams, request, body, outgoing }) {
      if (endpoint.auth === 'required' && !caller.user) throw new HttpError('unauthorized')
      const { params, refused } = parseParams(endpoint.params, rawParams)
      const subject = {
        params,
        user: endpoint.auth === 'none' ? undefined : caller.user,
        address: caller.address,
        headers: request.headers,
      } as Subject<E>
      const loaded = (await load?.(subject)) as Loaded
      if (refused) throw refused
      if (isLong) outgoing?.socket?.setTimeout(0)
      const query = queryOf(request.url)
      const answer = await run({
        ...subject,
        loaded,
        query: parseFields(endpoint.query, query) as Query<E>,
        body: (endpoint.body
          ? parseFields(endpoint.body, await readJson(request, body()), endpoint.fieldTexts)
          : {}) as Body<E>,
        token: caller.token ?? '',
        outgoing,
        idempotencyKey: endpoint.keyed ? readKey(request) : undefined,
        readForm: async (options) => {
          const contentType = request.headers.get('content-type') ?? undefined
          const form = endpoint.form ?? { fields: {}, files: {} }
          const contentLength =
            Number(request.headers.get('content-length') ?? Number.NaN) || undefined
          const read = await readForm({ contentType, contentLength, body: body() }, form, options)
          try {
            const fields = parseFields(form.fields, read.fields, endpoint.fieldTexts)
            return { fields: fields as FormFields<E>, files: read.files }
          } catch (error) {
            for (const stored of Object.values(read.files)) await options.discard(stored)
            throw error
          }
        },
        readBytes: () => {
          if (request.headers.get('content-type') !== endpoint.bytes)
            throw new HttpError('wrong_content_type')
          return body()
        },
      })
      return respondWith(endpoint, answer, request.headers.get('accept-encoding'))
    },
  }
}

export function queryOf(url: string): Record<string, string> {
  // Most calls have no query, and parsing the whole URL would cost more than all else here.
  const at = url.indexOf('?')
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at)))
}

function readKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (!UUID.test(key)) throw new HttpError('invalid_key')
  return key.toLowerCase()
}

async function readJson(request: Request, body: Readable): Promise<unknown> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > JSON_BYTES_MAX) throw tooLarge(texts.server.tooLarge)
  const chunks: Buffer[] = []
  // Destroying the body would leave what still comes of it unread.
  const source: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const chunk of withinBytes(source, JSON_BYTES_MAX, texts.server.tooLarge)) {
    chunks.push(chunk)
  }
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    throw new HttpError('wrong_content_type')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw unreadable()
  }
}

function respondWith<E extends Endpoint>(
  endpoint: E,
  answer: unknown,
  accepted: string | null,
): Response | Promise<Response> {
  if (answer instanceof WrittenAnswer) return answer.send(accepted)
  const plainStatus = Number(Object.keys(endpoint.answers)[0])
  const { status, body, headers } =
    answer instanceof Reply ? answer : new Reply(plainStatus, answer)
  const schema = endpoint.answers[status]
  if (!schema) return jsonResponse(status, undefined, headers)
  const all = { ...JSON_HEADERS, ...headers }
  return writeJson(namedFields(schema, body)).send(accepted, { status, headers: all })
}
