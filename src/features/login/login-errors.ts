import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'

/** What the login screen says of a call that failed: a sentence, and where it helps a quieter second one. */
export interface LoginError {
  text: string
  detail?: string
}

/** Codes of an ApiError for which no answer of our server stands. */
const UNANSWERED = ['no_answer', 'timed_out', 'unexpected_answer']

/** Why no code was sent. */
export function phoneCheckError(error: Error): LoginError {
  const known = commonError(error)
  if (known) return known
  return error.message === texts.login.invalidPhone
    ? { text: error.message }
    : { text: texts.login.phoneCheckFailed, detail: error.message }
}

/** Why a code was not accepted. */
export function codeCheckError(error: Error): LoginError {
  return commonError(error) ?? { text: error.message }
}

function commonError(error: Error): LoginError | undefined {
  if (!(error instanceof ApiError) || UNANSWERED.includes(error.code)) {
    const detail = navigator.onLine ? texts.call.noAnswer : texts.offline.offline
    return { text: texts.login.requestFailed, detail }
  }
  if (error.status !== 429) return undefined
  const { retryAfterSeconds } = error
  return { text: retryAfterSeconds ? texts.login.wait(retryAfterSeconds) : error.message }
}
