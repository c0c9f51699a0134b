import * as v from 'valibot'
import { pageMessage } from '../contract/worker-messages.ts'
import type { PageMessage } from '../contract/worker-messages.ts'

/** A message from a page; undefined where this worker does not know it. */
export function parseMessage(data: unknown): PageMessage | undefined {
  const message = v.safeParse(pageMessage, data)
  return message.success ? message.output : undefined
}
