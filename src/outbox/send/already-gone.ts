import { ApiError } from '../../api/api-error.ts'
import { isSilence } from '../../api/contact.ts'

/** What is to be deleted and is not there has been deleted, perhaps by this very call before its answer was lost. */
export async function orAlreadyGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || isSilence(error)) throw error
  }
}
