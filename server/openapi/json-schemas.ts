import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type { ConversionConfig, JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import * as entity from '../../contract/entities.ts'
import { liveMessage } from '../../contract/live-messages.ts'
import { writtenSchema } from './field-schemas.ts'

/** Shapes that have a name. */
const ENTITIES = {
  User: entity.user,
  Author: entity.author,
  Event: entity.event,
  Post: entity.post,
  Like: entity.like,
  Comment: entity.comment,
  Participant: entity.participant,
  PhotoComment: entity.photoComment,
  AuditEntry: entity.auditEntry,
  AccountReceipt: entity.accountReceipt,
  RecentlyViewedItem: entity.recentlyViewedItem,
  LiveMessage: liveMessage,
  Error: entity.errorEnvelope,
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
export function fieldSchema(field: GenericSchema): JsonSchema {
  const told = writtenSchema(withoutWrapping(field))
  if (!told) return convert(field, { ...CONFIG, typeMode: 'input' })
  // What takes anything for something else has no null of its own.
  const takesNull = !('fallback' in field) && v.is(field, null)
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
