/** What the worker says of photos that were shared with the app, in the address of the page that asks for their Orma. */
export interface ShareSearch {
  /** How many of them could not be stored on this device. */
  lost?: number
  /** The names of files among them that are no photos. */
  foreign?: string[]
}

/** Whoever writes an address may put anything into it: no more than what the names of files can be. */
const NAMES_MAX = 1000
const NAME_LENGTH_MAX = 80

export function readShareSearch({ lost, foreign }: Record<string, unknown>): ShareSearch {
  return {
    ...(Number(lost) > 0 && { lost: Number(lost) }),
    ...(Array.isArray(foreign) && { foreign: foreign.slice(0, NAMES_MAX).map(nameOf) }),
  }
}

function nameOf(said: unknown): string {
  return Array.from(String(said)).slice(0, NAME_LENGTH_MAX).join('')
}
