import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'
import { listKnownPhotos } from '../../contract/endpoints/upload-endpoints.ts'
import * as field from '../../contract/fields.ts'
import * as limits from '../../contract/limits.ts'
import { MUSIC_NAMES } from '../../contract/music.ts'
import * as path from '../../contract/path-fields.ts'

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
  [field.requestId, textOf(1, 64)],
  [field.email, text({ maxLength: limits.EMAIL_MAX })],
  [field.name, textOf(1, limits.NAME_MAX)],
  [field.personName, text({ maxLength: limits.NAME_MAX })],
  [field.commentContent, textOf(1, limits.COMMENT_MAX)],
  [field.eventDate, text()],
  [field.seatingUrl, text({ maxLength: limits.URL_MAX })],
  [field.flag, text({ enum: ['true', 'false'] })],
  [field.optionalMoment, text()],
  [field.music, text({ enum: ['', ...MUSIC_NAMES] })],
  [field.originalDate, text({ format: 'date-time' })],
  [field.timezone, text()],
  [field.description, text()],
  [field.uuid, text({ format: 'uuid' })],
  [field.sha256, text({ pattern: '^[0-9A-Fa-f]{64}$' })],
])

/** The JSON Schema of such a field, with what it means; undefined of another, which can be converted. */
export function writtenSchema(schema: GenericSchema): JsonSchema | undefined {
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
