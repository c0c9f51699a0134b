import { stripKey } from '../../device/recent-ormas.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'

/** How high what is to review stood over an Orma's feed when this device showed it last (pixels); 0: nothing did. */
export function readStripHeight(storage: ListStorage, event_hash: string): number {
  const height = Number(storage.getItem(stripKey(event_hash)))
  return Number.isFinite(height) ? height : 0
}

export function noteStripHeight(storage: ListStorage, event_hash: string, height: number): void {
  if (height > 0) storage.setItem(stripKey(event_hash), String(height))
  else storage.removeItem(stripKey(event_hash))
}
