import * as v from 'valibot'
import type { GenericSchema } from 'valibot'

type Select = (value: unknown) => unknown

const selections = new WeakMap<GenericSchema, Select>()

/**
 * The value with the fields that the schema names, and no other. Values are taken to be those of the types, and a wrong one leaves
 * unnoticed: to test each took a quarter of the time of a page of the feed. The tests of the API do so with every answer. Defaults
 * are not applied, as the types demand such fields of the server; nor are transformations, which no answer of the contract has.
 */
export function namedFields<Schema extends GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  let select = selections.get(schema)
  if (!select) {
    select = selectionOf(schema) ?? ((whole) => whole)
    selections.set(schema, select)
  }
  return select(value) as v.InferOutput<Schema>
}

/** Undefined: a value without fields. */
function selectionOf(schema: GenericSchema): Select | undefined {
  if (isObject(schema)) return selectionOfObject(schema)
  if (isArray(schema)) {
    const select = selectionOf(schema.item)
    return select && ((values) => (values as unknown[]).map(select))
  }
  if (isWrapping(schema)) {
    const select = selectionOf(schema.wrapped)
    return select && ((value) => (value === undefined || value === null ? value : select(value)))
  }
  if (PLAIN.has(schema.type)) return undefined
  return (value) => v.parse(schema, value)
}

function selectionOfObject({ entries }: v.ObjectSchema<v.ObjectEntries, undefined>): Select {
  const fields = Object.entries(entries).map(([name, entry]) => ({
    name,
    select: selectionOf(entry),
  }))
  return (value) => {
    const whole = value as Readonly<Record<string, unknown>>
    const selected: Record<string, unknown> = {}
    for (const { name, select } of fields) {
      const field = whole[name]
      if (field !== undefined) selected[name] = select ? select(field) : field
    }
    return selected
  }
}

const PLAIN = new Set(['string', 'number', 'boolean', 'literal', 'picklist'])

function isObject(schema: GenericSchema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return schema.type === 'object'
}

function isArray(schema: GenericSchema): schema is v.ArraySchema<GenericSchema, undefined> {
  return schema.type === 'array'
}

function isWrapping(schema: GenericSchema): schema is v.NullableSchema<GenericSchema, undefined> {
  return schema.type === 'nullable' || schema.type === 'optional'
}
