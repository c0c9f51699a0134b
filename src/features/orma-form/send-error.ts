import { ApiError } from '../../api/api-error.ts'
import { isRefusal, isSilence } from '../../api/contact.ts'
import { promptAgain } from '../../session/login-prompt.ts'

/** Asks the user to sign in again where the server refused the token. */
export function askToSignIn(error: Error): void {
  if (isRefusal(error, 401)) promptAgain()
}

/** What is said of a failed call: the server's reason where it refused, else `otherwise`. */
export function sendError(error: Error, otherwise: string): string {
  const isRefused = error instanceof ApiError && error.status < 500 && !isSilence(error)
  return isRefused ? error.message : otherwise
}
