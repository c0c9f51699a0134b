import { tokenTail } from '../../device/token.ts'
import { announce } from '../queue/announce.ts'
import { outbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'

/** Tokens of users who signed out while the server was silent. Used only to revoke them. */
const REVOCATIONS = 'tokens-to-revoke'
/** The ends of the tokens that the server has refused: each guest by name has one. */
const REFUSED = 'refused-token'

export async function readRevocations(): Promise<string[]> {
  return asStrings(await outbox.readNote(REVOCATIONS))
}

export async function addRevocation(token: string): Promise<void> {
  await outbox.changeNote(REVOCATIONS, (note) => [...new Set([...asStrings(note), token])])
}

export async function removeRevocation(token: string): Promise<void> {
  await outbox.changeNote(REVOCATIONS, (note) => asStrings(note).filter((other) => other !== token))
}

function asStrings(note: unknown): string[] {
  return Array.isArray(note) ? note.filter((each) => typeof each === 'string') : []
}

/** Stores that the server refuses this token, and tells all pages: nothing is sent with it until `trustToken`. */
export async function refuseToken(place: Outbox, token: string): Promise<void> {
  await place.changeNote(REFUSED, (note) => [...new Set([...asStrings(note), tokenTail(token)])])
  announce({ type: 'TOKEN_REFUSED' })
}

export async function isTokenRefused(place: Outbox, token: string): Promise<boolean> {
  return asStrings(await place.readNote(REFUSED)).includes(tokenTail(token))
}

/** Has this token used again: the server knows it, whoever refused it before. Gives whether it was refused. */
export function trustToken(place: Outbox, token: string): Promise<boolean> {
  const tail = tokenTail(token)
  return place.changeNote(REFUSED, (note) => {
    const refused = asStrings(note)
    return refused.includes(tail) ? refused.filter((other) => other !== tail) : undefined
  })
}

/** Removes all photos and changes from this device. The tokens that the server is yet to be told of stay. */
export async function forgetOutbox(): Promise<void> {
  await outbox.remove(() => true)
  await outbox.writeNote(REFUSED, null)
}
