import { outbox } from './outbox.ts'

/** Ormas that are no more, whose names are still in lists that only pages reach. */
const NOTE = 'gone-ormas'

export async function addGone(event_hash: string): Promise<void> {
  await outbox.changeNote(NOTE, (note) => [...asHashes(note), event_hash])
}

/** Gives them, each only once. */
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
