import * as v from 'valibot'
import type { GenericSchema } from 'valibot'

/** A schema with what its values mean, for the API's description. Page and worker are built without the words. */
/* @__NO_SIDE_EFFECTS__ */
export function described<Schema extends GenericSchema>(words: string, schema: Schema): Schema {
  return v.pipe(schema, v.description(words)) as unknown as Schema
}
