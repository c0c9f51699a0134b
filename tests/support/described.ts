import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { errorsOf } from '../../server/openapi/call-descriptions.ts'
import type { CallName } from '../../server/openapi/call-descriptions.ts'
import type { ErrorCode } from '../../server/http/error-codes.ts'

const NAMES = new Map<Endpoint, string>(
  Object.entries<Endpoint>(api).map(([name, endpoint]) => [endpoint, name]),
)

/**
 * Throws where the API's description does not have this answer for the call, or the contract another shape of it, so that tests
 * see no such answer. The server itself does not test what it sends.
 */
export function requireDescribed(endpoint: Endpoint, status: number, body: unknown): void {
  const name = NAMES.get(endpoint)
  if (name === undefined) return
  const { code } = (body ?? {}) as { code?: ErrorCode }
  // The address is not a call.
  if (code === 'no_route') return
  const codes = errorsOf(name as CallName).get(status) ?? []
  const isGood =
    status in endpoint.answers || ((endpoint.stream ?? endpoint.file) && status === 200)
  // An answer to HEAD has no code.
  const isTold = isGood || (code === undefined ? codes.length > 0 : codes.includes(code))
  if (!isTold) throw new Error(`the description tells of no ${status} ${code} of ${name}`)
  const schema = endpoint.answers[status]
  if (!schema) return
  const { issues, output } = v.safeParse(schema, body)
  if (issues) throw new Error(`a ${status} of ${name} has another shape: ${v.summarize(issues)}`)
  // Parsing adds defaults and leaves out what is not named.
  if (!isDeepStrictEqual(output, body)) {
    throw new Error(`a ${status} of ${name} has other fields: ${JSON.stringify(body)}`)
  }
}
