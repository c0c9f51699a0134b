import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import { accountCalls } from './calls/account-calls.ts'
import { adminCalls } from './calls/admin-calls.ts'
import { organiserCalls } from './calls/organiser-calls.ts'
import { archiveCalls, peopleCalls } from './calls/owner-calls.ts'
import { ormaCalls } from './calls/orma-calls.ts'
import { postCalls } from './calls/post-calls.ts'
import { uploadCalls } from './calls/upload-calls.ts'
import { api } from '../../contract/api.ts'
import type { Api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ERRORS } from '../http/error-codes.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import type { HeaderName } from './headers.ts'

export type CallName = keyof Api

/** The contract's table by name. */
export const ENDPOINTS: Readonly<Record<CallName, Endpoint>> = { ...api }

/** What the contract's table cannot tell of a call. */
export interface CallDescription {
  title: string
  /** What it does, and what a caller has to know of it. */
  does: string
  /** Who may, where signed in or not does not say it. */
  who?: string
  /** Of each good status. */
  answers?: Readonly<Record<number, string>>
  /** Headers besides those that every call of its kind has. */
  sends?: readonly HeaderName[]
  answersWith?: readonly HeaderName[]
  /** Refusals besides those that every call of its kind has. */
  errors?: readonly ErrorCode[]
  /** It looks at nothing but itself: no refusals but its own. */
  isBare?: true
}

export type CallDescriptions = Partial<Record<CallName, CallDescription>>

const pageCalls = {
  reportClientError: {
    title: 'Tell of an error',
    does: `Has the operator’s metrics count an error of which the server knows nothing by itself. Who and where is neither asked nor kept; an address may tell of ${CLIENT_ERRORS_PER_ADDRESS.max} an hour.`,
    errors: ['too_many_requests'],
  },
} satisfies CallDescriptions

/** The parts of the description, in the order in which a newcomer needs them. */
export const CALL_GROUPS = [
  { name: 'Accounts', calls: accountCalls },
  { name: 'Ormas', calls: ormaCalls },
  { name: 'Posts', calls: postCalls },
  { name: 'Organisers', calls: organiserCalls },
  { name: 'People', calls: peopleCalls },
  { name: 'Archives', calls: archiveCalls },
  { name: 'Uploads', calls: uploadCalls },
  { name: 'Operators', calls: adminCalls },
  { name: 'Pages', calls: pageCalls },
] as const

/** Of every call of the contract: one that is missing is an error of types. */
export const CALLS: Readonly<Record<CallName, CallDescription>> = {
  ...accountCalls,
  ...ormaCalls,
  ...postCalls,
  ...organiserCalls,
  ...peopleCalls,
  ...archiveCalls,
  ...uploadCalls,
  ...adminCalls,
  ...pageCalls,
}

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

function commonErrors({
  method,
  auth,
  phoneOnly,
  params = {},
  query,
  ...rest
}: Endpoint): ErrorCode[] {
  const { body, form, bytes, metadata, keyed } = rest
  const changes = method !== 'GET' && method !== 'HEAD'
  const refusals: [does: unknown, codes: ErrorCode[]][] = [
    [auth === 'required', ['unauthorized']],
    [phoneOnly, ['phone_wanted']],
    ['event_hash' in params, ['event_not_found', 'paused', 'pin_wanted', 'too_many_requests']],
    ['event_hash' in params && auth !== 'none', ['guest_elsewhere']],
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
