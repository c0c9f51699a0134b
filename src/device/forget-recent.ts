import * as v from 'valibot'
import {
  accentKey,
  atDoorKey,
  readList,
  RECENT_KEY,
  seenKey,
  SENT_KEY,
  stripKey,
  visitorKey,
  VISITS_KEY,
} from './recent-ormas.ts'
import type { ListStorage } from './recent-ormas.ts'

/** Removes a deleted Orma from all lists of this device, with the note of what was seen of its feed. */
export function forgetRecent(event_hash: string, storage: ListStorage): void {
  storage.removeItem(seenKey(event_hash))
  storage.removeItem(accentKey(event_hash))
  storage.removeItem(stripKey(event_hash))
  storage.removeItem(visitorKey(event_hash))
  storage.removeItem(atDoorKey(event_hash))
  for (const key of [RECENT_KEY, VISITS_KEY, SENT_KEY]) {
    const entries = readList(storage, key, v.unknown())
    const others = entries.filter((entry) => !JSON.stringify(entry).includes(event_hash))
    storage.setItem(key, JSON.stringify(others))
  }
}
