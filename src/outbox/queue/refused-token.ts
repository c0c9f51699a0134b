import type { Outbox } from '../store/outbox.ts'

const NOTE = 'refused-token'

/** Enough to tell two tokens apart, and nothing to sign in with. */
const TAIL = 8

/** Remembers that the server does not know this token any more: nothing is asked with it again. */
export function refuseToken(outbox: Outbox, token: string): Promise<void> {
  return outbox.writeNote(NOTE, token.slice(-TAIL))
}

export async function isTokenRefused(outbox: Outbox, token: string): Promise<boolean> {
  return (await outbox.readNote(NOTE)) === token.slice(-TAIL)
}
