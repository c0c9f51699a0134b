import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { nudgeUploads } from '../outbox/page/upload-driver.ts'
import { allOutboxes, listUnsent } from '../outbox/page/page-outboxes.ts'
import { announceUploads } from '../outbox/queue/announce.ts'
import { isOverLimit, retryClosed, retryWhere } from '../outbox/queue/photo-actions.ts'
import type { Outbox } from '../outbox/store/outbox.ts'

interface Visit {
  /** Undefined: nobody is signed in. */
  userId: number | undefined
  token: string | undefined
}

/**
 * Has what an Orma refused sent again as its page is opened and its uploads are open: what came while they were closed, and what this
 * user has over the limit, if the server has room by now.
 */
export async function sendRefused(event_hash: string, { userId, token }: Visit): Promise<void> {
  await sendAgain((outbox) => retryClosed(outbox, event_hash))
  const isOver = isOverLimit(event_hash, userId)
  if (!(await listUnsent()).some(isOver)) return
  const asked = call(api.checkLimit, { params: { event_hash }, query: { event_hash }, token })
  // Where the server is silent, each keeps its button until the next visit.
  const limit = await asked.catch(() => undefined)
  if (limit?.limitReached === false) await sendAgain((outbox) => retryWhere(outbox, isOver))
}

async function sendAgain(retry: (outbox: Outbox) => Promise<number>): Promise<void> {
  let retried = 0
  // With the device's storage in trouble the photos stay as they are, each with its button.
  for (const outbox of allOutboxes) retried += await retry(outbox).catch(() => 0)
  if (retried === 0) return
  announceUploads()
  await nudgeUploads()
}
