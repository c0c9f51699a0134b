import { OperatorError } from '../settings/read-settings.ts'
import { StoreOutage } from '../outages.ts'
import { S3Refusal, sha256Of } from './s3-calls.ts'
import type { CallS3 } from './s3-calls.ts'
import type { S3Settings } from './s3-settings.ts'

/** Written and removed again. */
const TRIAL_KEY = 'trial'
const TRIAL_TEXT = 'Orma can write here.'
const ASKING_MS = 10_000

/** What the operator can do something about, by the store's own codes. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no bucket of the name in S3_BUCKET',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not the secret of S3_ACCESS_KEY_ID',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID is unknown there',
  AccessDenied: 'S3_ACCESS_KEY_ID may not list, read, write and delete there',
  AuthorizationHeaderMalformed: 'S3_REGION is not the region of the bucket',
  PermanentRedirect: 'S3_ENDPOINT is not that of the region in which the bucket lies',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
}

/** Lists, writes, reads and removes in the bucket. Rejects with an OperatorError that says what is wrong, also where everybody may do so. */
export async function checkBucket(call: CallS3, { endpoint, bucket }: S3Settings): Promise<void> {
  const read = (answer: Response) => answer.arrayBuffer()
  const body = { content: TRIAL_TEXT, sha256: sha256Of(TRIAL_TEXT) }
  try {
    await call({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }, read)
    await call({ method: 'PUT', key: TRIAL_KEY, body }, read)
    // Another process that starts may have removed it.
    await call({ method: 'GET', key: TRIAL_KEY, expected: [404] }, read)
    const isOpen = await isPublic(`${endpoint}/${bucket}`)
    await call({ method: 'DELETE', key: TRIAL_KEY, expected: [404] }, read)
    if (isOpen) throw everybodyReads(bucket, endpoint)
  } catch (error) {
    if (!(error instanceof StoreOutage)) throw error
    const { cause } = error
    const said = cause instanceof Error ? cause.message : String(cause)
    const isRefusal = cause instanceof S3Refusal && cause.skew === undefined
    const reason = isRefusal ? REASONS[cause.code] : undefined
    throw new OperatorError(
      reason === undefined
        ? `The bucket ${bucket} at ${endpoint} cannot be used: ${said}.`
        : `The bucket ${bucket} at ${endpoint} cannot be used: ${reason} (${said}).`,
    )
  }
}

/** Whether what lies there is shown, or listed, to whoever asks without a signature. */
async function isPublic(address: string): Promise<boolean> {
  const asked = [`/${TRIAL_KEY}`, '?list-type=2&max-keys=1'].map(async (what) => {
    const answer = await fetch(address + what, { signal: AbortSignal.timeout(ASKING_MS) })
    await answer.arrayBuffer()
    return answer.ok
  })
  // Who does not answer shows nothing.
  const told = await Promise.allSettled(asked)
  return told.some((each) => each.status === 'fulfilled' && each.value)
}

function everybodyReads(bucket: string, endpoint: string): OperatorError {
  return new OperatorError(
    `The bucket ${bucket} at ${endpoint} shows its photos to everybody: make it private, with no public policy and no public ACL.`,
  )
}
