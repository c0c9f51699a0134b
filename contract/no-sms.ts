import * as v from 'valibot'
import { described } from './endpoint.ts'

/** What is answered to who asks for a code, only where none reaches them by itself. */
export const noSms = described(
  'There where this server sends no messages: who runs it has the code.',
  v.object({
    contact: described('Whom to ask, where the operator says so.', v.nullable(v.string())),
  }),
)
export type NoSms = v.InferOutput<typeof noSms>
