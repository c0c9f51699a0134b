import * as v from 'valibot'
import type { GenericSchema, InferOutput } from 'valibot'

type Schemas = Readonly<Record<string, GenericSchema>>

/** A multipart body: text fields by schema, and the files it may carry. */
export interface Form {
  fields: Schemas
  files: Readonly<Record<string, 'required' | 'optional'>>
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** One call of the API. `path` is a template below `/api`; its `{names}` are the keys of `params`. */
export interface Endpoint {
  method: Method
  path: `/${string}`
  /** `optional`: nobody is refused, but the answer depends on the caller. */
  auth: 'none' | 'optional' | 'required'
  /** For people with a phone: a guest by name is refused. */
  phoneOnly?: true
  params?: Schemas
  query?: Schemas
  body?: Schemas
  /** Fields of the JSON body that repeat what path and token tell: the page sends them, and the server never reads them. */
  unread?: Schemas
  form?: Form
  /** Content type of a body of plain bytes. */
  bytes?: string
  /** Fields of the header `Upload-Metadata` (see `tus-protocol.ts`). */
  metadata?: Schemas
  /** Body by status; null: no body. Any other status has the error envelope. */
  answers: Readonly<Record<number, GenericSchema | null>>
  /** Answers 200 with server-sent events (text/event-stream) of this shape, as JSON, until the caller leaves. */
  stream?: GenericSchema
  /** Answers 200 with a file of this content type, or 206 with the part of it that `Range` asks for. */
  file?: string
  /** Honours `Idempotency-Key`: for the same key of the same user, or of the same phone, it acts once and gives the same answer. */
  keyed?: true
  /** Messages for wrong fields where the call has its own. */
  fieldTexts?: Readonly<Record<string, string>>
}

type Parsed<S> = S extends Schemas ? { [K in keyof S]: InferOutput<S[K]> } : Record<never, never>

export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>
export type FormFields<E extends Endpoint> = E['form'] extends Form
  ? Parsed<E['form']['fields']>
  : Record<never, never>

export type Metadata<E extends Endpoint> = Parsed<E['metadata']>

type AnswerOf<S> = S extends GenericSchema ? InferOutput<S> : undefined
/** What a caller gets, whichever of its successful statuses the server chose. */
export type Answer<E extends Endpoint> = {
  [S in keyof E['answers']]: AnswerOf<E['answers'][S]>
}[keyof E['answers']]

/** One message of an endpoint that streams. */
export type StreamMessage<E extends Endpoint> = AnswerOf<E['stream']>

type Definition = Omit<Endpoint, 'method' | 'path' | 'auth'> & Partial<Pick<Endpoint, 'auth'>>
type Defined<D extends Definition> = D &
  Pick<Endpoint, 'method' | 'path'> & {
    auth: D extends Pick<Endpoint, 'auth'> ? D['auth'] : 'required'
  }

/** `request` is method and path. Where it is not said who may, it is whoever is signed in. */
// Lets a bundler leave out endpoints that a program does not call.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const D extends Definition>(
  request: `${Method} /${string}`,
  definition: D,
): Defined<D> {
  const [method, path] = request.split(' ')
  return { auth: 'required', ...definition, method, path } as unknown as Defined<D>
}

/** The address of a call below the API's base, with its parameters filled in and escaped. */
export function endpointPath(
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(params[name])),
  )
}

/** A schema with what its values mean, for the API's description. Page and worker are built without the words. */
/* @__NO_SIDE_EFFECTS__ */
export function described<Schema extends GenericSchema>(words: string, schema: Schema): Schema {
  return v.pipe(schema, v.description(words)) as unknown as Schema
}
