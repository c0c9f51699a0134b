import { api } from '../../../contract/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { readRevocations, removeRevocation } from '../store/revocations.ts'

/** Tells the server of the tokens that were given back while it could not be reached; gives whether none is left. */
export async function revokeTokens(): Promise<boolean> {
  for (const token of await readRevocations()) {
    try {
      await call(api.logout, { token })
    } catch (error) {
      // 401: it is as unknown there as it should be.
      if (!(error instanceof ApiError) || error.status !== 401) return false
    }
    await removeRevocation(token)
  }
  return true
}
