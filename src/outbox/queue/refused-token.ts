import { tokenTail } from '../../device/token.ts'
import type { Outbox } from '../store/outbox.ts'
import { announceTokenRefused } from './announce.ts'

const NOTE = 'refused-token'

/** Stores that the server refuses this token, and tells all pages: nothing is sent with it until `trustToken`. */
export async function refuseToken(outbox: Outbox, token: string): Promise<void> {
  // The pages ask for themselves, also where a full device cannot note it.
  await outbox.writeNote(NOTE, tokenTail(token)).finally(announceTokenRefused)
}

export async function isTokenRefused(outbox: Outbox, token: string): Promise<boolean> {
  return (await outbox.readNote(NOTE)) === tokenTail(token)
}

/** Has this token used again: the server knows it, whoever refused it before. Gives whether it was refused. */
export function trustToken(outbox: Outbox, token: string): Promise<boolean> {
  return outbox.changeNote(NOTE, (note) => (note === tokenTail(token) ? null : undefined))
}
