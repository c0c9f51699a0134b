import { outbox } from './outbox.ts'

/** Tokens of users who signed out while the server was silent. Used only to revoke them. */
const NOTE = 'tokens-to-revoke'

export async function readRevocations(): Promise<string[]> {
  return asTokens(await outbox.readNote(NOTE))
}

export async function addRevocation(token: string): Promise<void> {
  await outbox.changeNote(NOTE, (note) => [...new Set([...asTokens(note), token])])
}

export async function removeRevocation(token: string): Promise<void> {
  await outbox.changeNote(NOTE, (note) => asTokens(note).filter((other) => other !== token))
}

function asTokens(note: unknown): string[] {
  return Array.isArray(note) ? note.filter((token) => typeof token === 'string') : []
}
