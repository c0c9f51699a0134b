import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'

/** The body of every refusal, of every call, at every status. */
export const errorEnvelope = v.object({
  success: v.literal(false),
  error: described('A sentence for a person.', v.string()),
  code: described('A word for a program: it stays the same.', v.string()),
  field: v.optional(described('What of the request is wrong.', v.string())),
})
export type ErrorEnvelope = InferOutput<typeof errorEnvelope>
