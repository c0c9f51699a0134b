import type { GenericSchema, InferOutput } from 'valibot'

type Schemas = Readonly<Record<string, GenericSchema>>

/** A multipart body: text fields by schema, and the files it may carry. */
export interface Form {
  fields: Schemas
  files: Readonly<Record<string, 'required' | 'optional'>>
}

/** One call of the API. `path` is a template below `/api`, its `{names}` being the keys of `params`. */
export interface Endpoint {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  path: `/${string}`
  /** `optional`: who asks changes what the answer shows, nobody is refused. */
  auth: 'none' | 'optional' | 'required'
  params?: Schemas
  query?: Schemas
  body?: Schemas
  form?: Form
  /** A body of plain bytes: its content type. */
  bytes?: string
  /** What the header `Upload-Metadata` tells (see `tus-protocol.ts`). */
  metadata?: Schemas
  /** Body by status; null: no body. Any other status carries the error envelope. */
  answers: Readonly<Record<number, GenericSchema | null>>
  /** Answers 200 with server-sent events (text/event-stream) of this shape, as JSON, for as long as the caller listens. */
  stream?: GenericSchema
  /** Honours `Idempotency-Key`: the same key of the same user gives the same answer, done once. */
  keyed?: true
  /** What to say of a wrong field where the call has its own words for it. */
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
/** What a caller gets, whichever good status the server chose. */
export type Answer<E extends Endpoint> = {
  [S in keyof E['answers']]: AnswerOf<E['answers'][S]>
}[keyof E['answers']]

/** What an endpoint that streams tells of, one by one. */
export type StreamMessage<E extends Endpoint> = AnswerOf<E['stream']>

// So that a bundler leaves out the endpoints that a program does not call.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
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
