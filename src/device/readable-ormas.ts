import type { Event } from '../../contract/entities.ts'
import { listKeptOrmas } from './kept-ormas.ts'
import { queryKeys } from './query-keys.ts'
import { readKept } from './read-kept.ts'

/** The Ormas that open without a network, the last visited first. */
export async function listReadableOrmas(): Promise<Event[]> {
  const kept = await listKeptOrmas()
  const events = await Promise.all(
    kept.map(({ event_hash }) => readKept(queryKeys.event(event_hash))),
  )
  return events.flatMap((event) => (event && !event.paused ? [event.data as Event] : []))
}
