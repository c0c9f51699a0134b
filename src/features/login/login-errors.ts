import { texts } from '../../../contract/texts.ts'
import { ApiError, isEmptyAnswer } from '../../api/api-error.ts'
import type { CodeForm } from './code-form.ts'

/** What the login screen says of a failed call: a sentence, and a quieter second one where it helps. */
export interface LoginError {
  text: string
  detail?: string
  /** No answer came, which is said first. */
  isUnanswered?: boolean
  /** The field that it is about. */
  field?: keyof CodeForm | undefined
}

/** Why no code was sent. */
export function phoneCheckError(error: Error): LoginError {
  const known = commonError(error, texts.login.startFailed)
  if (known) return known
  if (error.message === texts.login.invalidPhone) return { text: error.message }
  // What failed has no words that would help.
  const isFailure = isStrange(error) || (error instanceof ApiError && error.status === 500)
  const detail = isFailure ? texts.login.startFailed : error.message
  return { text: texts.login.phoneCheckFailed, detail }
}

/** Why a code was not accepted. */
export function codeCheckError(error: Error): LoginError {
  const known = commonError(error, texts.login.noResponse)
  if (known) return known
  if (!isStrange(error)) return { text: error.message }
  return isEmptyAnswer(error)
    ? { text: texts.login.codeRefused }
    : { text: texts.login.requestFailed, detail: texts.login.verifyFailed }
}

/** Why a name alone did not let a guest in. */
export function nameError(error: Error): LoginError {
  if (isUnanswered(error)) {
    return { text: texts.guests.failed, detail: texts.login.noResponse, isUnanswered: true }
  }
  return { text: isStrange(error) ? texts.guests.failed : error.message }
}

/** Whether no answer came at all. */
export function isUnanswered(error: Error): boolean {
  return !(error instanceof ApiError) || ['no_answer', 'timed_out'].includes(error.code)
}

/** Whether something was answered that is none of our server's answers: a page, or an object without a token. */
function isStrange(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unexpected_answer'
}

/** `silent`: the quieter sentence where no answer came. */
function commonError(error: Error, silent: string): LoginError | undefined {
  if (!(error instanceof ApiError) || isUnanswered(error)) {
    return { text: texts.login.requestFailed, detail: silent, isUnanswered: true }
  }
  const { status, message, retryAfterSeconds } = error
  if (status !== 429 || isStrange(error)) return undefined
  return { text: retryAfterSeconds ? texts.login.wait(retryAfterSeconds) : message }
}
