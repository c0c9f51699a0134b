import * as v from 'valibot'
import { idText } from '../../../contract/path-fields.ts'
import { isEventHash } from '../../../contract/rules.ts'

/** The id in the address of a post; undefined where the address names none. */
export function readPostId(event_hash: string, id: string): number | undefined {
  const parsed = v.safeParse(idText, id)
  return isEventHash(event_hash) && parsed.success ? parsed.output : undefined
}
