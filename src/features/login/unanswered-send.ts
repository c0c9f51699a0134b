import * as v from 'valibot'
import { CODE_EXPIRY_MS } from '../../../contract/limits.ts'
import { randomKey } from '../../device/random-key.ts'
import { tabStorage } from '../../session/device-storage.ts'

const KEY = 'code_unanswered'
const stored = v.object({ phone: v.string(), key: v.string(), until: v.number() })

/**
 * The `Idempotency-Key` under which a code is sent to this number: a new one, or that of a send that nothing answered. Its code may
 * be in the message that has come, and the server answers it as it did.
 */
export function keyToSend(phone: string, now: number): string {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stored), tabStorage.getItem(KEY))
  if (parsed.success) {
    const { key, until, ...last } = parsed.output
    if (last.phone === phone && now < until) return key
  }
  const key = randomKey()
  tabStorage.setItem(KEY, JSON.stringify({ phone, key, until: now + CODE_EXPIRY_MS }))
  return key
}

/** The server has answered: the next send is another one. */
export function noteAnswered(): void {
  tabStorage.removeItem(KEY)
}
