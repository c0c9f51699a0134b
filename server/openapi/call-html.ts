import type { JsonSchema } from '@valibot/to-json-schema'
import { API_BASE } from '../../contract/api.ts'
import { escapeHtml } from '../../contract/document.ts'
import { ERRORS_OF_ALL } from './call-descriptions.ts'
import type { Content, Operation, Parameter } from './operation.ts'

/** A value that is sent or answered, with what is to be known of it. */
export interface Item {
  name: string
  type: string
  description: string
}

/** One call: what it does, who may, what it takes and what it answers. */
export function callHtml(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const statuses = Object.entries(responses)
  const good = statuses.filter(([status]) => Number(status) < 300)
  const refusals = statuses.filter(([status]) => Number(status) >= 300).flatMap(refusalItems)
  const own = refusals.filter(
    ({ name }) => !ERRORS_OF_ALL.some((code) => name.endsWith(` ${code}`)),
  )
  return `<article id="${operationId}">
<h3><a href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${escapeHtml(API_BASE + path)}</code></p>
${description.split('\n\n').map(paragraph).join('\n')}
${listHtml('Sends', [...parameters.map(parameterItem), ...bodyItems(requestBody)])}
${listHtml('Answers', good.map(answerItem))}
${listHtml('Refuses', own)}
</article>`
}

export function listHtml(title: string, items: readonly Item[]): string {
  if (items.length === 0) return ''
  const lines = items.map(({ name, type, description }) => {
    const words = description === '' ? '' : ` <dd>${inline(description)}</dd>`
    return `<div><dt><code>${escapeHtml(name)}</code>${type && ` <small>${type}</small>`}</dt>${words}</div>`
  })
  return `${title && `<h4>${title}</h4>\n`}<dl>\n${lines.join('\n')}\n</dl>`
}

export function paragraph(text: string): string {
  return `<p>${inline(text)}</p>`
}

/** Text with what is between backticks as code. */
export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** The fields of an object as items. */
export function fieldItems({ properties = {}, required = [] }: JsonSchema, place = ''): Item[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: marked(schemaHtml(schema), place, required.includes(name)),
    description: (typeof schema === 'object' && schema.description) || '',
  }))
}

function parameterItem({ name, in: place, required, description = '', schema }: Parameter): Item {
  const shown = place === 'path' ? `{${name}}` : name
  return { name: shown, type: marked(schemaHtml(schema), place, required), description }
}

function bodyItems(body: Content | undefined): Item[] {
  const [[type, { schema }] = ['', {}]] = Object.entries(body?.content ?? {})
  if (schema) return fieldItems(schema, type === 'application/json' ? 'JSON' : 'form')
  return type === '' ? [] : [{ name: type, type: 'body', description: 'Plain bytes.' }]
}

function answerItem([status, { description, content, headers = {} }]: [
  string,
  Operation['responses'][string],
]): Item {
  const [media] = Object.values(content ?? {})
  // What every answer has is said once, at the top.
  const names = Object.keys(headers).filter((name) => name !== 'X-Request-Id')
  const withHeaders =
    names.length > 0 ? ` With ${names.map((name) => `\`${name}\``).join(', ')}.` : ''
  return {
    name: status,
    type: media?.schema ? schemaHtml(media.schema) : '',
    description: description + withHeaders,
  }
}

function refusalItems([status, { description }]: [string, { description: string }]): Item[] {
  return description.split('\n\n').map((line) => {
    const [, code = '', when = ''] = /^`(\w+)`: (.*)$/.exec(line) ?? []
    return { name: `${status} ${code}`, type: '', description: when }
  })
}

function marked(type: string, place: string, required: boolean): string {
  return [place, type, required ? '' : 'optional'].filter(Boolean).join(', ')
}

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
