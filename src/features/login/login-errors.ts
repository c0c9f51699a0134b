import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import type { CodeForm } from './code-form.ts'

/** What the login screen says of a failed call: a sentence, and a quieter second one where it helps. */
export interface LoginError {
  text: string
  detail?: string
  /** No answer came: why that may be is said beside it, for as long as it is so. */
  isUnanswered?: boolean
  /** The field that it is about. */
  field?: keyof CodeForm | undefined
}

/** Why no code was sent. */
export function phoneCheckError(error: Error): LoginError {
  const known = commonError(error, texts.login.startFailed)
  if (known) return known
  return error.message === texts.login.invalidPhone
    ? { text: error.message }
    : { text: texts.login.phoneCheckFailed, detail: error.message }
}

/** Why a code was not accepted. */
export function codeCheckError(error: Error): LoginError {
  return commonError(error, texts.login.verifyFailed) ?? { text: error.message }
}

/** Whether no answer came at all. */
export function isUnanswered(error: Error): boolean {
  return !(error instanceof ApiError) || ['no_answer', 'timed_out'].includes(error.code)
}

/** `strange`: what to say of an answer that is not our server's. */
function commonError(error: Error, strange: string): LoginError | undefined {
  if (!(error instanceof ApiError) || isUnanswered(error)) {
    return { text: texts.login.requestFailed, isUnanswered: true }
  }
  const { code, status, message, retryAfterSeconds } = error
  if (code === 'unexpected_answer') return { text: texts.login.requestFailed, detail: strange }
  if (status !== 429) return undefined
  return { text: retryAfterSeconds ? texts.login.wait(retryAfterSeconds) : message }
}
