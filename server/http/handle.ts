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
import { JSON_HEADERS, jsonResponse, Reply, SerializedAnswer, serializeJson } from './reply.ts'
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

interface Subject<E extends Endpoint> {
  params: Params<E>
  user: UserOf<E>
  address: string
  request: Request
  headers: Headers
}

interface RawContext<E extends Endpoint, Loaded> extends Subject<E> {
  /** What `load` found: the event, the post. */
  loaded: Loaded
  token: string
  /** Node's own response; undefined where no connection of Node's is behind the request. */
  outgoing: ServerResponse | undefined
  stream: ApiRequest['body']
}

export interface Context<E extends Endpoint, Loaded> extends RawContext<E, Loaded> {
  query: Query<E>
  body: Body<E>
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

interface RawHandler<E extends Endpoint, Loaded> {
  /** Finds what the path names and who may: rejects with 404 or 403, before the body is looked at. */
  load?: (subject: Subject<E>) => Promise<Loaded>
  run: (context: RawContext<E, Loaded>) => Promise<Response>
}

interface Handler<E extends Endpoint, Loaded> extends Pick<RawHandler<E, Loaded>, 'load'> {
  run: (
    context: Context<E, Loaded>,
  ) => Promise<Answer<E> | Reply<Answer<E>> | SerializedAnswer<Answer<E>>>
  /** The answer may take minutes: meanwhile the connection is not cut for being silent. */
  isLong?: boolean
}

/** Ties an endpoint that streams, or answers with bytes, to its handler. Refuses in the order 401, 404, 403, 400. */
export function handleRaw<const E extends Endpoint, Loaded = undefined>(
  endpoint: E,
  { load, run }: RawHandler<E, Loaded>,
): Route {
  return {
    endpoint,
    async respond({ caller, params: rawParams, request, body: stream, outgoing }) {
      if (endpoint.auth === 'required' && !caller.user) throw new HttpError('unauthorized')
      if (endpoint.phoneOnly && caller.user?.guestOf !== undefined) {
        throw new HttpError('phone_wanted')
      }
      const { params, refused } = parseParams(endpoint.params, rawParams)
      const { address, token = '' } = caller
      const user = endpoint.auth === 'none' ? undefined : caller.user
      const { headers } = request
      const subject = { params, user, address, request, headers } as Subject<E>
      const loaded = (await load?.(subject)) as Loaded
      if (refused) throw refused
      return run({ ...subject, loaded, token, outgoing, stream })
    },
  }
}

/** Ties any other endpoint to its handler: parses all that comes in, and sends of an answer the fields that the contract names alone. */
export function handle<const E extends Endpoint, Loaded = undefined>(
  endpoint: E,
  { load, run, isLong }: Handler<E, Loaded>,
): Route {
  const answerTo = async (call: RawContext<E, Loaded>) => {
    const { request, headers, stream, outgoing } = call
    if (isLong) outgoing?.socket?.setTimeout(0)
    const answer = await run({
      ...call,
      query: parseFields(endpoint.query, queryOf(request.url)) as Query<E>,
      body: (endpoint.body
        ? parseFields(endpoint.body, await readJson(request, stream()), endpoint.fieldTexts)
        : {}) as Body<E>,
      idempotencyKey: endpoint.keyed ? readKey(request) : undefined,
      readForm: async (options) => {
        const contentType = headers.get('content-type') ?? undefined
        const form = endpoint.form ?? { fields: {}, files: {} }
        const contentLength = Number(headers.get('content-length') ?? Number.NaN) || undefined
        const read = await readForm({ contentType, contentLength, body: stream() }, form, options)
        try {
          const fields = parseFields(form.fields, read.fields, endpoint.fieldTexts)
          return { fields: fields as FormFields<E>, files: read.files }
        } catch (error) {
          for (const stored of Object.values(read.files)) await options.discard(stored)
          throw error
        }
      },
      readBytes: () => {
        if (headers.get('content-type') === endpoint.bytes) return stream()
        throw new HttpError('wrong_content_type')
      },
    })
    return respondWith(endpoint, answer, headers.get('accept-encoding'))
  }
  return handleRaw(endpoint, { ...(load && { load }), run: answerTo })
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
  if (answer instanceof SerializedAnswer) return answer.send(accepted)
  const plainStatus = Number(Object.keys(endpoint.answers)[0])
  const { status, body, headers } =
    answer instanceof Reply ? answer : new Reply(plainStatus, answer)
  const schema = endpoint.answers[status]
  if (!schema) return jsonResponse(status, undefined, headers)
  const all = { ...JSON_HEADERS, ...headers }
  return serializeJson(namedFields(schema, body)).send(accepted, { status, headers: all })
}
