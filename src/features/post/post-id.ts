import { isEventHash } from '../../../contract/rules.ts'

/** The id in the address of a post; undefined where it is not one. */
export function readPostId(event_hash: string, id: string): number | undefined {
  const isId = /^[1-9]\d{0,14}$/.test(id)
  return isEventHash(event_hash) && isId ? Number(id) : undefined
}
