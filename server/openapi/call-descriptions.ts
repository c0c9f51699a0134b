import { CLIENT_ERRORS_PER_ADDRESS } from '../../contract/limits.ts'
import { accountCalls } from './calls/account-calls.ts'
import { archiveCalls, peopleCalls } from './calls/owner-calls.ts'
import { ormaCalls } from './calls/orma-calls.ts'
import { postCalls } from './calls/post-calls.ts'
import { uploadCalls } from './calls/upload-calls.ts'
import type { CallName, Descriptions } from './describe-call.ts'

const pageCalls: Descriptions<'reportClientError'> = {
  reportClientError: {
    title: 'Tell of an error',
    does: `Has the operator’s metrics count an error of which the server knows nothing by itself. Who and where is neither asked nor kept; an address may tell of ${CLIENT_ERRORS_PER_ADDRESS.max} an hour.`,
    errors: ['too_many_requests'],
  },
}

/** The parts of the description, in the order in which a newcomer needs them. */
export const CALL_GROUPS = [
  { name: 'Accounts', calls: accountCalls },
  { name: 'Ormas', calls: ormaCalls },
  { name: 'Posts', calls: postCalls },
  { name: 'People', calls: peopleCalls },
  { name: 'Archives', calls: archiveCalls },
  { name: 'Uploads', calls: uploadCalls },
  { name: 'Pages', calls: pageCalls },
] as const

/** Of every call of the contract: one that is missing is an error of types. */
export const CALLS: Descriptions<CallName> = {
  ...accountCalls,
  ...ormaCalls,
  ...postCalls,
  ...peopleCalls,
  ...archiveCalls,
  ...uploadCalls,
  ...pageCalls,
}
