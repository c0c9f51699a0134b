import { api } from '../../contract/api.ts'
import type { ClientErrorKind } from '../../contract/client-error-kinds.ts'
import { call } from '../api/call.ts'

/** Has the operator's metrics count an error that only the page can see. */
export async function reportClientError(kind: ClientErrorKind): Promise<void> {
  await call(api.reportClientError, { body: { kind } })
}
