import { resultOf } from './device-database.ts'
import { ANSWERS, keptDatabase, keysBelow } from './kept-database.ts'

/** Forgets what this device has kept of answers that only the signed-in user may see. */
export async function forgetUserAnswers(): Promise<void> {
  await keptDatabase.transact([ANSWERS], 'readwrite', async (transaction) => {
    await resultOf(transaction.objectStore(ANSWERS).delete(keysBelow(['user'])))
  })
}
