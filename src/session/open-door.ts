import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { isElsewhere } from '../api/api-host.ts'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { saveDoorKey } from '../device/door-key.ts'
import { noteWord } from './given-word.ts'
import { readTokenCookie } from './token-cookie.ts'

/** Gives the word at an Orma's door, which lets this device in, and notes it for this tab. */
export async function giveWord(event_hash: string, pin: string): Promise<void> {
  const [params, token] = [{ event_hash }, readTokenCookie()]
  const { key, pinMark } = await call(api.openDoor, { params, body: { pin }, token })
  if (isElsewhere) await saveDoorKey(event_hash, key)
  noteWord(event_hash, pin, pinMark)
}

export function isWordRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'pin_refused'
}

/** What is said of a word that was not taken. */
export function wordError(error: Error): string {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'pin_refused' || code === 'invalid_field') return texts.door.refused
  return code === 'too_many_requests' ? texts.door.tooMany : texts.door.failed
}
