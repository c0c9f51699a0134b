import { outbox } from './outbox.ts'

/** Deleted Ormas that the worker heard of, and that are still in lists which only pages can reach. */
const NOTE = 'gone-ormas'

export async function addGone(event_hash: string): Promise<void> {
  await outbox.changeNote(NOTE, (note) => [...asHashes(note), event_hash])
}

/** Returns them and clears the note, so that each is returned once. */
export async function takeGone(): Promise<string[]> {
  let gone: string[] = []
  await outbox.changeNote(NOTE, (note) => {
    gone = asHashes(note)
    return gone.length > 0 ? [] : undefined
  })
  return gone
}

function asHashes(note: unknown): string[] {
  return Array.isArray(note) ? (note as string[]) : []
}
