/** event_hash of the Orma whose live stream is open. */
let heard: string | undefined
const listeners = new Set<() => void>()

/** Whether this Orma's live stream is open: then nobody needs to ask for what is new in it. */
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
