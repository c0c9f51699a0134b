import { ApiError } from '../../api/api-error.ts'
import { promptAgain } from '../../session/login-prompt.ts'

/** Asks the user to sign in again where the server refused the token. */
export function askToSignIn(error: Error): void {
  if (error instanceof ApiError && error.status === 401) promptAgain()
}

/** What is said of a failed call: the server's reason where it refused, else `otherwise`. */
export function sendError(error: Error, otherwise: string): string {
  const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefusal ? error.message : otherwise
}
