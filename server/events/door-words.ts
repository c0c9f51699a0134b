import { hash } from 'node:crypto'
import { WORDS_AT_DOOR } from '../../contract/limits.ts'
import type { Queries } from '../db/sql.ts'
import { quotaReadyAt } from '../limits/limit.ts'
import type { Limit } from '../limits/limit.ts'
import type { EventRow } from './events.ts'

const PIN_MARK_LENGTH = 16

/** Wrong words at an event's door. What was tried of the word before does not count against a new one. */
export function triesAtDoor(event: Pick<EventRow, 'id'> & { pin_hash: string }): Limit {
  const scope = `door:${event.id}:${event.pin_hash.slice(0, 16)}`
  return { scope, ...WORDS_AT_DOOR.perEvent }
}

/** Until when an event's door takes no word, in milliseconds since the epoch; null: it does. */
export async function doorClosedUntil(
  db: Queries,
  { id, pin_hash }: Pick<EventRow, 'id' | 'pin_hash'>,
  nowMs: number,
): Promise<number | null> {
  if (pin_hash === null) return null
  const readyAt = await quotaReadyAt(db, triesAtDoor({ id, pin_hash }), nowMs)
  return readyAt > nowMs ? readyAt : null
}

/** Tells the word at an event's door from those before it. Of a keyed hash: it tells nothing of the word. */
export function pinMarkOf({ pin_hash }: Pick<EventRow, 'pin_hash'>): string | null {
  return pin_hash && hash('sha256', pin_hash).slice(0, PIN_MARK_LENGTH)
}
