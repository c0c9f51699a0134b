import * as v from 'valibot'
import { CODE_EXPIRY_MS } from '../../../contract/limits.ts'
import { randomKey } from '../../device/random-key.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'

/** What may have been done though no answer came: the sending of a code to a phone, or the sign-in by the code of a `request_id`. */
type Call = 'code' | 'sign_in'

const unanswered = v.object({ of: v.string(), key: v.string() })

/**
 * The `Idempotency-Key` of a call for this phone or `request_id`: a new one, or that of a call that nothing answered, stored in this
 * tab for as long as a code lives. The server answers that as it did.
 */
export function keyFor(call: Call, of: string): string {
  const last = readDraft(nameOf(call), unanswered)
  const isRepeated = last?.of === of
  const key = isRepeated ? last.key : randomKey()
  // A sign-in is answered again for so long after it was done, which may be now.
  if (!isRepeated || call === 'sign_in') {
    writeDraft(nameOf(call), { of, key }, { goodForMs: CODE_EXPIRY_MS })
  }
  return key
}

/** The server has answered: the next such call is another one. */
export function markAnswered(call: Call): void {
  forgetDraft(nameOf(call))
}

function nameOf(call: Call): string {
  return `${call}_unanswered`
}
