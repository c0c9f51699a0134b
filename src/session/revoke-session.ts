import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { isRefusal } from '../api/contact.ts'
import { inTime } from '../device/wait.ts'
import { sessionQuery } from './session-query.ts'

/** Has the server revoke this page's token, which nobody waits for: this device forgets the session in any case. */
export function revokeSession(client: QueryClient): void {
  const token = client.getQueryData(sessionQuery().queryKey)?.token
  if (token) void revoke(token)
}

/** Has the server revoke a token: now, or at the next contact where it is silent or this page is closed. */
async function revoke(token: string): Promise<void> {
  const revocations = await import('../outbox/store/notes.ts').catch(() => undefined)
  if (revocations) await inTime(revocations.addRevocation(token))
  try {
    await call(api.logout, { token })
  } catch (error) {
    if (!isRefusal(error, 401)) return
  }
  await revocations?.removeRevocation(token).catch(() => undefined)
}
