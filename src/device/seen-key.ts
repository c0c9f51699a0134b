/** Where it is noted what of an Orma's feed was seen. */
export const seenKey = (event_hash: string) => `feed-seen:${event_hash}`
