import type { JsonSchema } from '@valibot/to-json-schema'
import { escapeHtml } from '../../contract/document.ts'

/** A schema in a line, in the notation of types; named shapes are links to where they are told. */
export function schemaHtml(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'anything'
  const { $ref, anyOf, oneOf, enum: values, type, items, properties } = schema
  if ($ref) return shapeLink($ref)
  const options = anyOf ?? oneOf
  if (options) return options.map(schemaHtml).join(' | ')
  if ('const' in schema) return literal(schema.const)
  if (values) return values.map(literal).join(' | ')
  if (schema.contentMediaType) return 'file'
  if (type === 'array') return `${schemaHtml(items as JsonSchema)}[]`
  if (properties) return `{ ${fieldsHtml(schema).join(', ')} }`
  if (type === 'object') return `{ [name]: ${schemaHtml(schema.additionalProperties)} }`
  return [type].flat().join(' | ') || 'bytes'
}

/** Fields of an object, `name?` for one that may be absent. */
function fieldsHtml({ properties = {}, required = [] }: JsonSchema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${escapeHtml(name)}${mark}: ${schemaHtml(schema)}`
  })
}

function shapeLink(ref: string): string {
  const name = escapeHtml(ref.split('/').at(-1) ?? '')
  return `<a href="#${name}">${name}</a>`
}

function literal(value: unknown): string {
  return escapeHtml(JSON.stringify(value))
}
