import { accountCalls } from './calls/account-calls.ts'
import { ormaCalls } from './calls/orma-calls.ts'
import { pageCalls } from './calls/page-calls.ts'
import { postCalls } from './calls/post-calls.ts'
import { uploadCalls } from './calls/upload-calls.ts'
import type { CallName, Descriptions } from './describe-call.ts'

/** The parts of the description, in the order in which a newcomer needs them. */
export const CALL_GROUPS = [
  { name: 'Accounts', calls: accountCalls },
  { name: 'Ormas', calls: ormaCalls },
  { name: 'Posts', calls: postCalls },
  { name: 'Uploads', calls: uploadCalls },
  { name: 'Pages', calls: pageCalls },
] as const

/** Of every call of the contract: one that is missing is an error of types. */
export const CALLS: Descriptions<CallName> = {
  ...accountCalls,
  ...ormaCalls,
  ...postCalls,
  ...uploadCalls,
  ...pageCalls,
}
