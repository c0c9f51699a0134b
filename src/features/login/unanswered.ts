import * as v from 'valibot'
import { CODE_EXPIRY_MS } from '../../../contract/limits.ts'
import { randomKey } from '../../device/random-key.ts'
import { tabStorage } from '../../session/device-storage.ts'

/** What may have been done though no answer came: the sending of a code to a phone, or the sign-in by the code of a `request_id`. */
type Call = 'code' | 'sign_in'

const stored = v.object({ of: v.string(), key: v.string(), until: v.number() })

/**
 * The `Idempotency-Key` of a call for this phone or `request_id`: a new one, or that of a call that nothing answered, stored in this
 * tab for as long as a code lives. The server answers that as it did.
 */
export function keyFor(call: Call, of: string, now: number): string {
  const name = nameOf(call)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(name))
  if (parsed.success) {
    const { key, until, ...last } = parsed.output
    if (last.of === of && now < until) {
      // Answered again for so long after it was done, which may have been now.
      if (call === 'sign_in') keep(name, of, key, now)
      return key
    }
  }
  const key = randomKey()
  keep(name, of, key, now)
  return key
}

function keep(name: string, of: string, key: string, now: number): void {
  tabStorage.setItem(name, JSON.stringify({ of, key, until: now + CODE_EXPIRY_MS }))
}

/** The server has answered: the next such call is another one. */
export function noteAnswered(call: Call): void {
  tabStorage.removeItem(nameOf(call))
}

function nameOf(call: Call): string {
  return `${call}_unanswered`
}
