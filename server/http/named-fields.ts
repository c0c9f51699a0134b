import * as v from 'valibot'
import type { GenericSchema } from 'valibot'

type Keep = (value: unknown) => unknown

const keeps = new WeakMap<GenericSchema, Keep>()

/**
 * The value with the fields that the schema names, and no other. Values are taken to be those of the types, and a wrong one leaves
 * unnoticed: to test each took a quarter of the time of a page of the feed. The tests of the API do so with every answer. Defaults
 * are not applied, as the types demand such fields of the server; nor are transformations, which no answer of the contract has.
 */
export function namedFields(schema: GenericSchema, value: unknown): unknown {
  let keep = keeps.get(schema)
  if (!keep) {
    keep = keepOf(schema) ?? ((whole) => whole)
    keeps.set(schema, keep)
  }
  return keep(value)
}

/** Undefined: a value without fields. */
function keepOf(schema: GenericSchema): Keep | undefined {
  if (isObject(schema)) return keepOfObject(schema)
  if (isArray(schema)) {
    const keep = keepOf(schema.item)
    return keep && ((values) => (values as unknown[]).map(keep))
  }
  if (isWrapping(schema)) {
    const keep = keepOf(schema.wrapped)
    return keep && ((value) => (value === undefined || value === null ? value : keep(value)))
  }
  if (PLAIN.has(schema.type)) return undefined
  return (value) => v.parse(schema, value)
}

function keepOfObject({ entries }: v.ObjectSchema<v.ObjectEntries, undefined>): Keep {
  const fields = Object.entries(entries).map(([name, entry]) => ({ name, keep: keepOf(entry) }))
  return (value) => {
    const whole = value as Readonly<Record<string, unknown>>
    const kept: Record<string, unknown> = {}
    for (const { name, keep } of fields) {
      const field = whole[name]
      if (field !== undefined) kept[name] = keep ? keep(field) : field
    }
    return kept
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
