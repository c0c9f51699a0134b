import { hash } from 'node:crypto'
import { sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { HttpError } from '../http/http-error.ts'

/** A key is remembered as long as a token lives: whoever waited longer to send must sign in anew anyway. */
export const REMEMBERED_MS = 30 * 24 * 60 * 60_000

interface KeyedCall {
  user_id: number
  event_id: number
  /** The caller's `Idempotency-Key`; undefined: the call is done each time. */
  key: string | undefined
  /** What the call is and carries, to tell a repeated call from another one under the same key. Any JSON. */
  payload: unknown
}

/**
 * Does a call in one transaction, and once per key: repeated, it gives the answer of the first time. Rejects with 422 where the key
 * came with something else before. A call that is refused is not remembered. The answer is kept for 30 days, so it must hold nothing
 * that can be changed or deleted.
 */
export async function onceByKey<Answer>(
  db: Database,
  call: KeyedCall,
  nowMs: number,
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { user_id, event_id, key } = call
  if (key === undefined) return db.transaction(work)
  const payload = hash('sha256', JSON.stringify(call.payload))
  const isThis = sql`user_id = ${user_id} and event_id = ${event_id} and idempotency_key = ${key}`

  return db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into keyed_calls (user_id, event_id, idempotency_key, payload, answer, created_at)
      values (${user_id}, ${event_id}, ${key}, ${payload}, '', ${nowMs})
      on conflict (user_id, event_id, idempotency_key) do nothing`)
    if (isNew === 0) {
      const known = await tx.get<{ payload: string; answer: string }>(
        sql`select payload, answer from keyed_calls where ${isThis}`,
      )
      if (known?.payload === payload) return JSON.parse(known.answer) as Answer
      throw new HttpError('key_reused')
    }
    const answer = await work(tx)
    await tx.run(sql`update keyed_calls set answer = ${JSON.stringify(answer)} where ${isThis}`)
    return answer
  })
}

export async function pruneKeyedCalls(db: Queries, nowMs: number): Promise<void> {
  await db.run(sql`delete from keyed_calls where created_at < ${nowMs - REMEMBERED_MS}`)
}
