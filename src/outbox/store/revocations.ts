import { outbox } from './outbox.ts'

/** Note of the tokens of users who signed out while the server was silent. Used only to revoke them. */
export const REVOCATIONS = 'tokens-to-revoke'

export async function readRevocations(): Promise<string[]> {
  return asTokens(await outbox.readNote(REVOCATIONS))
}

export async function addRevocation(token: string): Promise<void> {
  await outbox.changeNote(REVOCATIONS, (note) => [...new Set([...asTokens(note), token])])
}

export async function removeRevocation(token: string): Promise<void> {
  await outbox.changeNote(REVOCATIONS, (note) => asTokens(note).filter((other) => other !== token))
}

function asTokens(note: unknown): string[] {
  return Array.isArray(note) ? note.filter((token) => typeof token === 'string') : []
}
