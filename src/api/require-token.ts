import { texts } from '../../contract/texts.ts'
import { ApiError } from './api-error.ts'

/** The token, or an ApiError as if the server had refused: no call that needs one is made without (specification: section 5). */
export function requireToken({ token }: { token?: string | undefined }): string {
  if (token === undefined) {
    throw new ApiError(401, texts.session.invalidToken, { code: 'unauthorized' })
  }
  return token
}
