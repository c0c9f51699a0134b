import type { Outbox } from '../store/outbox.ts'
import { announceTokenRefused } from './announce.ts'

const NOTE = 'refused-token'

/** Enough of a token to tell it from others, too little to sign in with. */
const TAIL = 8

/** Stores that the server refuses this token, and tells all pages: nothing is sent with it until `trustToken`. */
export async function refuseToken(outbox: Outbox, token: string): Promise<void> {
  await outbox.writeNote(NOTE, token.slice(-TAIL))
  announceTokenRefused()
}

export async function isTokenRefused(outbox: Outbox, token: string): Promise<boolean> {
  return (await outbox.readNote(NOTE)) === token.slice(-TAIL)
}

/** Has this token used again: the server knows it, whoever refused it before. Gives whether it was refused. */
export function trustToken(outbox: Outbox, token: string): Promise<boolean> {
  return outbox.changeNote(NOTE, (note) => (note === token.slice(-TAIL) ? null : undefined))
}
