import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from './session-query.ts'
import { loginTarget } from './after-login.ts'
import type { LoginState } from './after-login.ts'
import { makeIntentDue } from './intent.ts'

interface GuardedLoad {
  context: { queryClient: QueryClient }
  location: { href: string; state: LoginState }
}

/** `beforeLoad` of a page for signed-in users: sends others to the login, which leads back here. */
export async function requireUser({ context, location }: GuardedLoad): Promise<void> {
  // With the server silent and no user known here, signing in is the way on.
  const session = await currentSession(context.queryClient).catch(() => null)
  if (!session) {
    throw redirect({ to: '/login', replace: true, state: { wanted: location.href } })
  }
}

/**
 * `beforeLoad` of the login: redirects a signed-in user to where the login would lead, for what it was opened for. The login of no
 * Orma is for a phone, which a guest by name has yet to tell.
 */
export async function leadSignedInOn(
  { context, location }: GuardedLoad,
  event_hash?: string,
): Promise<void> {
  const session = await currentSession(context.queryClient, event_hash).catch(() => null)
  if (session && (event_hash !== undefined || session.user.guestOf === undefined)) {
    makeIntentDue(location.state.intent)
    throw redirect({ to: loginTarget(event_hash, location.state) ?? '/', replace: true })
  }
}
