import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import * as admin from '../../contract/admin.ts'
import { auditEntry } from '../../contract/audit-entry.ts'
import { listKnownPhotos } from '../../contract/endpoints/upload-endpoints.ts'
import * as entity from '../../contract/entities.ts'
import { errorEnvelope } from '../../contract/error-envelope.ts'
import { accountReceipt } from '../../contract/account-receipt.ts'
import { participant, photoComment } from '../../contract/participants.ts'
import * as field from '../../contract/fields.ts'
import * as limits from '../../contract/limits.ts'
import { liveMessage } from '../../contract/live-messages.ts'
import { MUSIC_NAMES } from '../../contract/music.ts'
import * as path from '../../contract/path-fields.ts'

/** Shapes that have a name. */
const ENTITIES = {
  User: entity.user,
  Author: entity.author,
  Event: entity.event,
  Post: entity.post,
  Like: entity.like,
  Comment: entity.comment,
  Participant: participant,
  PhotoComment: photoComment,
  AuditEntry: auditEntry,
  Overview: admin.overview,
  AdminEvent: admin.adminEvent,
  Ban: admin.ban,
  OperatorAct: admin.operatorAct,
  AccountReceipt: accountReceipt,
  RecentlyViewedItem: entity.recentlyViewedItem,
  LiveMessage: liveMessage,
  Error: errorEnvelope,
} satisfies Record<string, GenericSchema>

/** What cannot be told is an error, not left out. */
const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  // What has a default is in every answer.
  typeMode: 'output',
  errorMode: 'throw',
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The JSON Schema of what the server answers. */
export function answerSchema(schema: GenericSchema): JsonSchema {
  return convert(schema, CONFIG)
}

/** The JSON Schema of a value that a caller sends. */
export function fieldSchema(sent: GenericSchema): JsonSchema {
  const told = writtenSchema(withoutWrapping(sent))
  if (!told) return convert(sent, { ...CONFIG, typeMode: 'input' })
  // What takes anything for something else has no null of its own.
  const takesNull = !('fallback' in sent) && v.is(sent, null)
  return takesNull ? { anyOf: [told, { type: 'null' }] } : told
}

/** The JSON Schema of values that a caller sends together. */
export function fieldsSchema(fields: Readonly<Record<string, GenericSchema>>): JsonSchema {
  const all = Object.entries(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, field]) => [name, fieldSchema(field)])),
    required: all.filter(([, field]) => isRequired(field)).map(([name]) => name),
  }
}

export function isRequired(field: GenericSchema): boolean {
  return !v.is(field, undefined)
}

function withoutWrapping(field: GenericSchema): GenericSchema {
  return 'wrapped' in field ? (field.wrapped as GenericSchema) : field
}

/** The named shapes. */
export function entitySchemas(): Record<keyof typeof ENTITIES, JsonSchema> {
  const schemas = toJsonSchemaDefs(ENTITIES, CONFIG)
  for (const [name, entity] of Object.entries(ENTITIES)) {
    if (!('entries' in entity)) continue
    const { properties = {} } = schemas[name as keyof typeof ENTITIES]
    for (const [field, schema] of Object.entries<GenericSchema>(entity.entries)) {
      const named = nameOfDescribed(schema)
      if (named) properties[field] = { ...named, description: v.getDescription(schema) }
    }
  }
  return schemas
}

/** A field of a named shape, with a description of its own: the conversion would write the shape out. */
function nameOfDescribed(field: GenericSchema): JsonSchema | undefined {
  const [shape] = 'pipe' in field ? (field.pipe as GenericSchema[]) : []
  const [name] = Object.entries(ENTITIES).find(([, entity]) => entity === shape) ?? []
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
}

function convert(schema: GenericSchema, config: ConversionConfig): JsonSchema {
  const {
    $defs: _named,
    $schema: _draft,
    ...converted
  } = toJsonSchema(schema, {
    ...config,
    definitions: ENTITIES,
  })
  return converted
}

const integer = (minimum: number, more: JsonSchema = {}): JsonSchema => ({
  type: 'integer',
  minimum,
  ...more,
})
const text = (more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more })
const textOf = (minLength: number, maxLength: number) => text({ minLength, maxLength })

/** What a caller writes into fields that the server checks or changes by code, which no conversion can tell. */
const WRITTEN: ReadonlyMap<GenericSchema, JsonSchema> = new Map<GenericSchema, JsonSchema>([
  [path.idText, integer(1)],
  [path.pageText, integer(limits.FIRST_PAGE, { maximum: limits.LAST_PAGE })],
  [path.nextText, integer(0, { maximum: limits.NEXT_POSTS_MAX })],
  [path.pageSizeText, integer(1, { maximum: limits.PAGE_SIZE_MAX, default: limits.PAGE_SIZE })],
  [field.phone, text({ pattern: String.raw`^\s*(\+|00)?\d{1,${limits.PHONE_DIGITS_MAX}}\s*$` })],
  [field.code, textOf(1, limits.CODE_LENGTH)],
  [field.requestId, text({ pattern: String.raw`^[\w-]{1,64}$` })],
  [field.email, text({ maxLength: limits.EMAIL_MAX })],
  [field.name, textOf(1, limits.NAME_MAX)],
  [field.personName, text({ maxLength: limits.NAME_MAX })],
  [field.commentContent, textOf(1, limits.COMMENT_MAX)],
  [field.eventDate, text()],
  [field.seatingUrl, text({ maxLength: limits.URL_MAX })],
  [field.flag, text({ enum: ['true', 'false'] })],
  [field.optionalMoment, text()],
  [field.revealAt, text()],
  [field.guestSignIn, text({ enum: [...entity.GUEST_SIGN_INS] })],
  [field.guestsSee, text({ enum: [...entity.GUESTS_SEE] })],
  [field.photosPerChoice, text({ enum: limits.CHOICE_SIZES.map(String) })],
  [field.pin, text({ maxLength: limits.PIN_LENGTH.max })],
  [field.music, text({ enum: ['', ...MUSIC_NAMES] })],
  [field.originalDate, text({ format: 'date-time' })],
  [field.timezone, text()],
  [field.description, text()],
  [field.uuid, text({ format: 'uuid' })],
  [field.sha256, text({ pattern: '^[0-9A-Fa-f]{64}$' })],
])

/** The JSON Schema of such a field, with what it means; undefined of another, which can be converted. */
function writtenSchema(schema: GenericSchema): JsonSchema | undefined {
  if (schema === listKnownPhotos.body.sha256) {
    const items = writtenSchema(field.sha256)
    return items && { type: 'array', items, maxItems: limits.KNOWN_AT_ONCE_MAX }
  }
  // What has a description of its own beside that of its kind begins with its kind.
  const [kind] = 'pipe' in schema ? (schema.pipe as GenericSchema[]) : []
  const written = WRITTEN.get(schema) ?? (kind && WRITTEN.get(kind))
  const description = v.getDescription(schema)
  return written && { ...written, ...(description && { description }) }
}
