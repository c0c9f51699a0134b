import type { EventRow } from '../events/events.ts'

/** Events of which what was made is cached; of one with a week of photos the hours, or the days with their films' photos, are some 20 to 50 kB. */
const EVENTS_MAX = 200

type FeedOfEvent = Pick<EventRow, 'id' | 'feed_version'>

/**
 * Caches what is made of all of an event's photos until its `feed_version` says that photos, likes or comments have changed. It is
 * made once, also for all who ask at the same time: news of a photo has every open page ask at once. The event's row has to be read
 * in the same request.
 */
export function byFeedVersion<Made>(
  make: (event_id: number) => Promise<Made>,
): (event: FeedOfEvent) => Promise<Made> {
  const cached = new Map<number, { version: number; made: Promise<Made> }>()
  return ({ id, feed_version: version }) => {
    const known = cached.get(id)
    const isCached = known !== undefined && known.version >= version
    const entry = isCached ? known : { version, made: make(id) }
    // To the end, away from those that are forgotten first.
    cached.delete(id)
    cached.set(id, entry)
    if (isCached) return known.made
    const { made } = entry
    made.catch(() => {
      if (cached.get(id)?.made === made) cached.delete(id)
    })
    for (const eldest of cached.keys()) {
      if (cached.size <= EVENTS_MAX) break
      cached.delete(eldest)
    }
    return made
  }
}
