import type { EventRow } from '../events/events.ts'

/** Of an event with a week of photos the hours, or the days with their films' photos, are some 20 to 50 kB. */
const ENTRIES_MAX = 200

interface Room<Made> {
  /** Of the sizes of all that is cached. */
  max: number
  sizeOf: (made: Made) => number
}

/**
 * Caches what is made of an event's photos (LRU) until its `feed_version` says that photos, likes or comments have changed. It is made
 * once, also for all who ask at the same time: news of a photo has every open page ask at once. The event's row has to be read in the
 * same request. `which`: what of the event it is, where there is more than one.
 */
export function byFeedVersion<Made>(
  { max, sizeOf }: Room<Made> = { max: ENTRIES_MAX, sizeOf: () => 1 },
) {
  const cached = new Map<string, { version: number; made: Promise<Made>; size: number }>()
  let total = 0

  function forget(name: string): void {
    total -= cached.get(name)?.size ?? 0
    cached.delete(name)
  }

  return (
    { id, feed_version: version }: Pick<EventRow, 'id' | 'feed_version'>,
    make: () => Promise<Made>,
    which = '',
  ): Promise<Made> => {
    const name = `${id} ${which}`
    const known = cached.get(name)
    if (known && known.version >= version) {
      // To the end, away from those that are forgotten first.
      cached.delete(name)
      cached.set(name, known)
      return known.made
    }
    forget(name)
    const entry = { version, made: make(), size: 0 }
    cached.set(name, entry)
    const isCached = () => cached.get(name) === entry
    entry.made.then(
      (made) => {
        if (!isCached()) return
        entry.size = sizeOf(made)
        total += entry.size
        for (const eldest of cached.keys()) if (total > max) forget(eldest)
      },
      () => isCached() && forget(name),
    )
    return entry.made
  }
}
