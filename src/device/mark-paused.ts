import { resultOf } from './device-database.ts'
import { ANSWERS, keptDatabase, usable } from './kept-database.ts'
import { queryKeys } from './query-keys.ts'

/**
 * Has what is kept of an Orma not be shown until the server gives the Orma again, which is then written in place of this mark.
 * Undefined: it may be shown.
 */
export async function markPaused(event_hash: string, paused: string | undefined): Promise<void> {
  const key = queryKeys.event(event_hash)
  await keptDatabase.transact([ANSWERS], 'readwrite', async (transaction) => {
    const answers = transaction.objectStore(ANSWERS)
    const record = usable(await resultOf<unknown>(answers.get([...key])))
    if (record && record.paused !== paused)
      await resultOf(answers.put({ ...record, paused }, [...key]))
  })
}
