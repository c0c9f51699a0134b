/** The storage key of the note how much of an Orma's feed was seen. */
export const seenKey = (event_hash: string) => `feed-seen:${event_hash}`
