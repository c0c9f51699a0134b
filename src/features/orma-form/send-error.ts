import { ApiError } from '../../api/api-error.ts'
import { promptAgain } from '../../session/login-prompt.ts'

/** Whom the server does not know any more is asked to sign in again. */
export function askToSignIn(error: Error): void {
  if (error instanceof ApiError && error.status === 401) promptAgain()
}

/** What is said when it failed: the server's reason where it refused, else that nothing is lost. */
export function sendError(error: Error, otherwise: string): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal ? error.message : otherwise
}
