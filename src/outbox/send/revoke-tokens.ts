import { api } from '../../../contract/api.ts'
import { call } from '../../api/call.ts'
import { isRefusal } from '../../api/contact.ts'
import { readRevocations, removeRevocation } from '../store/revocations.ts'

/** Revokes the tokens of users who signed out while the server was silent. Gives whether none is left. */
export async function revokeTokens(): Promise<boolean> {
  for (const token of await readRevocations()) {
    try {
      await call(api.logout, { token })
    } catch (error) {
      // 401: the server does not know the token any more, which is what was wanted.
      if (!isRefusal(error, 401)) return false
    }
    await removeRevocation(token)
  }
  return true
}
