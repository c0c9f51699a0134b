import { ANSWERS, keptDatabase } from './kept-database.ts'
import { changeAnswers } from './kept-records.ts'

/** Takes an Orma that is no more out of the lists of a user's Ormas. */
export async function forgetFromLists(event_hash: string): Promise<void> {
  await keptDatabase.transact([ANSWERS], 'readwrite', (transaction) =>
    changeAnswers(transaction, ['user'], (list) =>
      Array.isArray(list)
        ? (list as { event_hash?: unknown }[]).filter((one) => one.event_hash !== event_hash)
        : list,
    ),
  )
}
