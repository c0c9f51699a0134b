import type { Endpoint } from '../../contract/endpoint.ts'
import { CALLS, ENDPOINTS } from './call-descriptions.ts'
import type { CallName } from './call-descriptions.ts'
import { ERRORS } from '../http/http-error.ts'
import type { ErrorCode } from '../http/http-error.ts'

/** Of whatever call. */
export const ERRORS_OF_ALL: readonly ErrorCode[] = [
  'invalid_request',
  'too_slow',
  'headers_too_large',
  'surprise',
  'unavailable',
]

/** Every code that a call can refuse with, by status: what calls of its kind have in common, and its own. */
export function errorsOf(name: CallName): ReadonlyMap<number, readonly ErrorCode[]> {
  const { isBare, errors = [] } = CALLS[name]
  const codes = new Set<ErrorCode>([...(isBare ? [] : commonErrors(ENDPOINTS[name])), ...errors])
  const known = Object.keys(ERRORS) as ErrorCode[]
  return Map.groupBy(
    known.filter((code) => codes.has(code)),
    (code) => ERRORS[code][0],
  )
}

function commonErrors({ method, auth, params = {}, query, ...rest }: Endpoint): ErrorCode[] {
  const { body, form, bytes, metadata, keyed } = rest
  const changes = method !== 'GET' && method !== 'HEAD'
  const refusals: [does: unknown, codes: ErrorCode[]][] = [
    [auth === 'required', ['unauthorized']],
    ['event_hash' in params, ['event_not_found', 'paused', 'too_many_requests']],
    ['post_id' in params || 'comment_id' in params, ['post_not_found']],
    ['comment_id' in params, ['comment_not_found']],
    ['upload_id' in params, ['upload_not_found']],
    [query || 'page' in params, ['invalid_field']],
    [body ?? form, ['invalid_field', 'invalid_body', 'wrong_content_type', 'too_large']],
    [bytes, ['wrong_content_type']],
    [metadata ?? ('upload_id' in params && method !== 'GET'), ['tus_version']],
    [keyed, ['invalid_key', 'key_reused']],
    [changes && auth === 'required', ['gone_meanwhile']],
    [changes, ['disk_full']],
    [true, [...ERRORS_OF_ALL]],
  ]
  return refusals.flatMap(([does, codes]) => (does ? codes : []))
}
