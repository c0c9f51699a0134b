import { api } from '../../contract/api.ts'
import { call } from '../api/call.ts'
import { visitorKey } from '../device/recent-ormas.ts'
import { randomKey } from '../device/random-key.ts'
import { deviceStorage } from './device-storage.ts'

/** Noted where somebody has signed in here: the Orma counts their account. */
const KNOWN = 'known'

/**
 * Has an Orma count this device among its guests once, by a random number made for it alone; not where the browser asks that nobody
 * be tracked. Once somebody signs in, the number is taken back: with no token, so that nothing ties it to them.
 */
export async function countVisitor(event_hash: string, isSignedIn: boolean): Promise<void> {
  const noted = deviceStorage.getItem(visitorKey(event_hash))
  if (noted === KNOWN || (noted !== null && !isSignedIn)) return
  const note = (said: string) => deviceStorage.setItem(visitorKey(event_hash), said)
  if (isSignedIn && noted === null) return note(KNOWN)
  if (!isSignedIn && asksForPrivacy()) return
  const mark = noted ?? randomKey()
  try {
    await call(api.countVisitor, { params: { event_hash }, body: { mark, isKnown: isSignedIn } })
    note(isSignedIn ? KNOWN : mark)
  } catch {
    // The next visit tells it: nobody waits for this.
  }
}

/** By "Do Not Track" or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return doNotTrack === '1' || globalPrivacyControl === true
}
