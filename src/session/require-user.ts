import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from './session-query.ts'
import { loginTarget } from './way-on.ts'

interface GuardedLoad {
  context: { queryClient: QueryClient }
  location: { href: string; state: { wanted?: string } }
}

/** `beforeLoad` of a page for signed-in users: sends others to the login, which brings them back here. */
export async function requireUser({ context, location }: GuardedLoad): Promise<void> {
  // Without an answer and without a user known here, signing in again is the way on.
  const session = await currentSession(context.queryClient).catch(() => null)
  if (!session) {
    throw redirect({ to: '/login', replace: true, state: { wanted: location.href } })
  }
}

/** For the login: someone signed in who comes back to it is led on to what it is for. */
export async function leadSignedInOn(
  { context, location }: GuardedLoad,
  event_hash?: string,
): Promise<void> {
  const session = await currentSession(context.queryClient).catch(() => null)
  if (session) {
    throw redirect({ to: loginTarget(event_hash, location.state.wanted) ?? '/', replace: true })
  }
}
