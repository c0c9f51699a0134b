import { endpoint } from '../endpoint.ts'
import { clientErrorKind } from '../client-error-kinds.ts'

/** What went wrong in a page where the server cannot see it: its kind alone. */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/client_errors',
  auth: 'none',
  body: { kind: clientErrorKind },
  answers: { 204: null },
})
