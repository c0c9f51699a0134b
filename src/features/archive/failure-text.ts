import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { isSilence } from '../../api/contact.ts'

/** Why there is no archive: a proxy's answer shows that there is a connection. */
export function failureText(error: Error): string {
  const isAnswer = error instanceof ApiError && error.code === 'unexpected_answer'
  return isSilence(error) && !isAnswer ? texts.archive.noConnection : error.message
}
