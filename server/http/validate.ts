import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import { texts } from '../../contract/texts.ts'
import { HttpError } from './http-error.ts'
import type { ErrorCode } from './error-codes.ts'

type Schemas = Readonly<Record<string, GenericSchema>>
const schemaObjects = new WeakMap<Schemas, GenericSchema>()

/** Parses named values by the contract. Rejects with 400 that names the first wrong field and says it in the product's words. */
export function parseFields(
  schemas: Schemas | undefined,
  input: unknown,
  fieldTexts: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  if (!schemas) return {}
  let schema = schemaObjects.get(schemas)
  if (!schema) {
    schema = v.object(schemas)
    schemaObjects.set(schemas, schema)
  }
  const result = v.safeParse(schema, input, { abortEarly: true })
  if (result.success) return result.output as Record<string, unknown>
  const field = result.issues[0].path?.[0]?.key
  if (typeof field !== 'string') throw new HttpError('invalid_body')
  throw invalidField(field, fieldTexts[field])
}

/** What to say of a wrong field; any other field gets `texts.server.invalidField`. */
const FIELD_TEXTS: Readonly<Record<string, string>> = {
  phone: texts.login.invalidPhone,
  code: texts.login.invalidCode,
  email: texts.login.invalidEmail,
  name: texts.profile.invalidName,
  newName: texts.profile.invalidName,
  content: texts.server.invalidComment,
  event_date: texts.server.invalidDate,
  limit: texts.server.invalidPageSize,
  seating_url: texts.create.invalidSeatingUrl,
  image: texts.upload.missingImage,
}

export function invalidField(field: string, text?: string): HttpError {
  const message = text ?? FIELD_TEXTS[field] ?? texts.server.invalidField(field)
  return new HttpError('invalid_field', { message: message, field })
}

/**
 * Parses a path's parameters. An address that names nothing is 404; a page that is no page is told apart as `refused`,
 * since whether the event exists is asked first.
 */
export function parseParams(
  schemas: Schemas | undefined,
  input: Readonly<Record<string, string>>,
): { params: Record<string, unknown>; refused?: HttpError } {
  const params: Record<string, unknown> = {}
  let refused: HttpError | undefined
  for (const [name, schema] of Object.entries(schemas ?? {})) {
    const result = v.safeParse(schema, input[name])
    if (result.success) params[name] = result.output
    else if (name === 'page') refused = invalidField(name)
    else throw new HttpError(NOT_FOUND[name] ?? 'event_not_found')
  }
  return refused ? { params, refused } : { params }
}

/** By the parameter that names nothing. */
const NOT_FOUND: Readonly<Record<string, ErrorCode>> = {
  post_id: 'post_not_found',
  id: 'post_not_found',
  timeslot: 'no_route',
  event_original_date: 'no_route',
  upload_id: 'upload_not_found',
  comment_id: 'comment_not_found',
  event_id: 'no_route',
  ban_id: 'no_route',
}
