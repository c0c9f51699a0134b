import * as v from 'valibot'
import { pageMessage } from '../contract/worker-messages.ts'
import type { PageMessage } from '../contract/worker-messages.ts'

/** What a page said; undefined for what is none of this worker's words. */
export function parseMessage(data: unknown): PageMessage | undefined {
  const message = v.safeParse(pageMessage, data)
  return message.success ? message.output : undefined
}
