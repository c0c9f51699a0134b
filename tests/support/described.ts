import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorsOf } from '../../server/openapi/call-errors.ts'
import type { CallName } from '../../server/openapi/describe-call.ts'
import type { ErrorCode } from '../../server/openapi/error-catalogue.ts'

const NAMES = new Map<Endpoint, string>(
  Object.entries<Endpoint>(api).map(([name, endpoint]) => [endpoint, name]),
)

/** Throws where an answer is none that the API's description tells of this call: whatever a test sees, others were told of. */
export function requireDescribed(endpoint: Endpoint, status: number, body: unknown): void {
  const name = NAMES.get(endpoint)
  if (name === undefined) return
  const { code } = (body ?? {}) as { code?: ErrorCode }
  // An address that is no call's.
  if (code === 'no_route') return
  const codes = errorsOf(name as CallName).get(status) ?? []
  const isGood = status in endpoint.answers || (endpoint.stream && status === 200)
  // An answer to HEAD carries no code.
  const isTold = isGood || (code === undefined ? codes.length > 0 : codes.includes(code))
  if (!isTold) throw new Error(`the description tells of no ${status} ${code} of ${name}`)
}
