/** What the worker says of photos that were shared with the app, in the address of the page that asks for their Orma. */
export interface ShareSearch {
  /** How many of them could not be stored on this device. */
  lost?: number
  /** The names of files among them that are no photos. */
  foreign?: string[]
}

export function readShareSearch({ lost, foreign }: Record<string, unknown>): ShareSearch {
  return {
    ...(Number(lost) > 0 && { lost: Number(lost) }),
    ...(Array.isArray(foreign) && { foreign: foreign.map(String) }),
  }
}
