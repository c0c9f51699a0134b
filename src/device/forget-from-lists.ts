import { resultOf } from './device-database.ts'
import { ANSWERS, keptDatabase, keysBelow, usable } from './kept-database.ts'

/** Takes an Orma that is no more out of the lists of a user's Ormas. */
export async function forgetFromLists(event_hash: string): Promise<void> {
  await keptDatabase.transact([ANSWERS], 'readwrite', async (transaction) => {
    const answers = transaction.objectStore(ANSWERS)
    for (const key of await resultOf(answers.getAllKeys(keysBelow(['user'])))) {
      const record = usable(await resultOf<unknown>(answers.get(key)))
      const list = record?.data
      if (!Array.isArray(list)) continue
      const data = (list as { event_hash?: unknown }[]).filter(
        (one) => one.event_hash !== event_hash,
      )
      await resultOf(answers.put({ ...record, data }, key))
    }
  })
}
