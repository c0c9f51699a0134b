import { promisifyRequest } from 'idb-keyval'
import { tokenTail } from '../../device/token.ts'
import { announceTokenRefused } from '../queue/announce.ts'
import { BYTES, ITEMS, NOTES, PREVIEWS, openOutboxDatabase } from './outbox-database.ts'
import { outbox } from './outbox.ts'
import type { Outbox } from './outbox.ts'

/** Deleted Ormas that the worker heard of, and that are still in lists which only pages can reach. */
const GONE = 'gone-ormas'
/** Tokens of users who signed out while the server was silent. Used only to revoke them. */
const REVOCATIONS = 'tokens-to-revoke'
/** The end of the token that the server has refused last. */
const REFUSED = 'refused-token'

export async function addGone(event_hash: string): Promise<void> {
  await outbox.changeNote(GONE, (note) => [...asStrings(note), event_hash])
}

/** Returns them and clears the note, so that each is returned once. */
export async function takeGone(): Promise<string[]> {
  let gone: string[] = []
  await outbox.changeNote(GONE, (note) => {
    gone = asStrings(note)
    return gone.length > 0 ? [] : undefined
  })
  return gone
}

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
  // The pages ask for themselves, also where a full device cannot note it.
  await place.writeNote(REFUSED, tokenTail(token)).finally(announceTokenRefused)
}

export async function isTokenRefused(place: Outbox, token: string): Promise<boolean> {
  return (await place.readNote(REFUSED)) === tokenTail(token)
}

/** Has this token used again: the server knows it, whoever refused it before. Gives whether it was refused. */
export function trustToken(place: Outbox, token: string): Promise<boolean> {
  return place.changeNote(REFUSED, (note) => (note === tokenTail(token) ? null : undefined))
}

/** Removes all photos, changes and notes from this device, but for the tokens that the server is yet to be told of. */
export async function forgetOutbox(): Promise<void> {
  const all = [ITEMS, BYTES, PREVIEWS]
  await openOutboxDatabase().transact([...all, NOTES], 'readwrite', async (transaction) => {
    for (const name of all) await promisifyRequest(transaction.objectStore(name).clear())
    const notes = transaction.objectStore(NOTES)
    for (const name of await promisifyRequest(notes.getAllKeys())) {
      if (name !== REVOCATIONS) await promisifyRequest(notes.delete(name))
    }
  })
}
