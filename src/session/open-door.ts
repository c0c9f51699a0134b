import { api } from '../../contract/api.ts'
import { dayjs } from '../../contract/dayjs.ts'
import { texts } from '../../contract/texts.ts'
import { isElsewhere } from '../api/api-host.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { saveDoorKey } from '../device/door-key.ts'
import { noteAtDoor, noteWord, readAtDoor } from './given-word.ts'
import { readTokenCookie } from './token-cookie.ts'

/** So many wrong words are slips; after them somebody does not know it. */
const SLIPS = 2

/** Gives the word at an Orma's door, which lets this device in, and notes it for this tab. */
export async function giveWord(event_hash: string, pin: string): Promise<void> {
  const [params, token] = [{ event_hash }, readTokenCookie()]
  const atDoor = readAtDoor(event_hash)
  noteAtDoor(event_hash, atDoor)
  const body = { pin, device: atDoor.device }
  const { key, pinMark } = await call(api.openDoor, { params, body, token })
  noteAtDoor(event_hash, { ...atDoor, isKnown: true })
  if (isElsewhere) await saveDoorKey(event_hash, key)
  noteWord(event_hash, pin, pinMark)
}

export function isWordRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'pin_refused'
}

/** What is said of a word that was given then, and not taken. `refusals`: of how many by now. */
export function wordError(error: Error, givenMs: number, refusals = 1): string {
  if (!(error instanceof ApiError)) return texts.door.failed
  const { code, retryAfterSeconds } = error
  if (code === 'pin_refused' || code === 'invalid_field') {
    return refusals > SLIPS ? texts.door.unknown : texts.door.refused
  }
  if (code !== 'too_many_requests' || retryAfterSeconds === undefined) return texts.door.failed
  // It is said to the minute, and is over by then.
  const until = dayjs(givenMs + retryAfterSeconds * 1000).add(59, 'seconds')
  return texts.door.tooMany(until.format('HH:mm'))
}
