import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { sessionQuery, sessionRefusedKey } from '../../session/session-query.ts'
import { isUnanswered } from './login-errors.ts'

/** Why the token on this device signs nobody in; undefined where it does, or where there is none. */
export function useSessionError(): string | undefined {
  const client = useQueryClient()
  const { data, error } = useQuery(sessionQuery())
  if (data) return undefined
  if (error) return sessionError(error)
  return client.getQueryData<true>(sessionRefusedKey) && texts.session.invalid
}

/** Specification: section 8. */
function sessionError(error: Error): string {
  return isUnanswered(error) ? error.message || texts.session.failed : texts.session.invalid
}
