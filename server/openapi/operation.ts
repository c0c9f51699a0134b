import type { GenericSchema } from 'valibot'
import type { JsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '../../contract/endpoint.ts'
import { CALLS, ENDPOINTS, errorsOf } from './call-descriptions.ts'
import type { CallDescription, CallName } from './call-descriptions.ts'
import { ERRORS } from '../http/error-codes.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import { HEADERS, REQUIRED_HEADERS } from './headers.ts'
import type { HeaderName } from './headers.ts'
import { answerSchema, fieldSchema, fieldsSchema, isRequired } from './json-schemas.ts'

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Content {
  content?: Readonly<Record<string, { schema?: JsonSchema }>>
}

export interface Operation {
  operationId: CallName
  tags: readonly string[]
  summary: string
  description: string
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters: readonly Parameter[]
  requestBody?: Content & { required: boolean }
  responses: Readonly<Record<string, Content & { description: string; headers?: object }>>
}

/** A call as OpenAPI 3.1 tells it. */
export function toOperation(name: CallName, tag: string): Operation {
  const endpoint = ENDPOINTS[name]
  const call = CALLS[name]
  const requestBody = bodyOf(endpoint)
  return {
    operationId: name,
    tags: [tag],
    summary: call.title,
    description: `${call.does}\n\nWho may: ${whoMay(endpoint, call)}.`,
    security: { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] }[endpoint.auth],
    parameters: parametersOf(endpoint, call),
    ...(requestBody && { requestBody }),
    responses: withRequestId({ ...goodAnswers(endpoint, call), ...refusals(name, endpoint) }),
  }
}

function whoMay({ auth }: Endpoint, { who }: CallDescription): string {
  const ofAll = {
    none: 'anyone',
    optional: 'anyone who has the link',
    required: 'anyone signed in',
  }
  const text = who ?? ofAll[auth]
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function parametersOf(endpoint: Endpoint, { sends = [] }: CallDescription): Parameter[] {
  const { params: ofPath = {}, query = {}, keyed } = endpoint
  const headers: HeaderName[] = [...(keyed ? ['Idempotency-Key' as const] : []), ...sends]
  return [
    ...Object.entries(ofPath).map(([name, schema]) => parameter('path', name, schema)),
    ...Object.entries(query).map(([name, schema]) => parameter('query', name, schema)),
    ...headers.map((name) => ({
      name,
      in: 'header' as const,
      required: REQUIRED_HEADERS.includes(name),
      description: HEADERS[name][1],
      schema: HEADERS[name][0] as JsonSchema,
    })),
  ]
}

function parameter(place: 'path' | 'query', name: string, field: GenericSchema): Parameter {
  const { description, ...schema } = fieldSchema(field)
  const required = place === 'path' || isRequired(field)
  return { name, in: place, required, ...(description && { description }), schema }
}

function bodyOf({ body, unread, form, bytes }: Endpoint): Operation['requestBody'] {
  if (body || unread) {
    const schema = fieldsSchema({ ...body, ...unread })
    // What is not read need not be sent.
    return { required: body !== undefined, content: { 'application/json': { schema } } }
  }
  const content = contentOf({ form, bytes })
  return content && { required: true, content }
}

function contentOf({ form, bytes }: Pick<Endpoint, 'form' | 'bytes'>): Content['content'] {
  if (bytes) return { [bytes]: {} }
  if (!form) return undefined
  const { properties = {}, required = [] } = fieldsSchema(form.fields)
  const files = Object.keys(form.files)
  const needed = files.filter((name) => form.files[name] === 'required')
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      ...properties,
      ...Object.fromEntries(files.map((name) => [name, { contentMediaType: 'image/*' }])),
    },
    required: [...required, ...needed],
  }
  return { 'multipart/form-data': { schema } }
}

function withRequestId(responses: Operation['responses']): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      { ...response, headers: { ...response.headers, ...OF_ALL } },
    ]),
  )
}

const OF_ALL = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }

function goodAnswers(
  { answers, stream, file }: Endpoint,
  { answers: words = {}, answersWith = [] }: CallDescription,
): Operation['responses'] {
  const headers = Object.fromEntries(
    answersWith.map((name) => [name, { description: HEADERS[name][1], schema: HEADERS[name][0] }]),
  )
  const more = answersWith.length > 0 ? { headers } : {}
  const told = Object.entries(answers).map(([status, schema]) => {
    const description = words[Number(status)] ?? (schema ? 'The answer.' : 'Done.')
    const content = schema && { content: { 'application/json': { schema: answerSchema(schema) } } }
    return [status, { description, ...more, ...content }]
  })
  if (file) {
    const content = { [file]: {} }
    return {
      200: { description: 'The whole file.', ...more, content },
      206: { description: 'The part that `Range` asks for.', ...more, content },
    }
  }
  if (!stream) return Object.fromEntries(told)
  const content = { 'text/event-stream': { schema: answerSchema(stream) } }
  return { 200: { description: 'Server-sent events; the data of each is this, as JSON.', content } }
}

function refusals(name: CallName, { method }: Endpoint): Operation['responses'] {
  const told = [...errorsOf(name)].map(([status, codes]) => {
    const description = codes.map((code) => `\`${code}\`: ${ERRORS[code][1]}`).join('\n\n')
    return [status, { description, ...(method === 'HEAD' ? {} : refusal(codes)) }]
  })
  return Object.fromEntries(told)
}

function refusal(codes: readonly ErrorCode[]): Content {
  const code: JsonSchema = { type: 'string', enum: [...codes] }
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { code } }],
  }
  return { content: { 'application/json': { schema } } }
}
