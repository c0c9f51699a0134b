import { isRefusal } from '../../api/contact.ts'

/** Counts a deletion as done where the thing is not there: perhaps this very call deleted it before its answer was lost. Gives whether it was so. */
export async function orAlreadyGone(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return false
  } catch (error) {
    if (!isRefusal(error, 404)) throw error
    return true
  }
}
