/** The Orma whose live stream is open now. */
let heard: string | undefined
const listeners = new Set<() => void>()

/** While this is so, nobody needs to ask the server what is new in this Orma. */
export function isLive(event_hash: string): boolean {
  return heard === event_hash
}

export function setLive(event_hash: string | undefined): void {
  heard = event_hash
  for (const listener of listeners) listener()
}

export function subscribeToLive(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
