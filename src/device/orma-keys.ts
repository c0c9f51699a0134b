// Storage keys of what a device notes of an Orma beside its record; forgotten with it.

/** Of the note how much of its feed was seen. */
export const seenKey = (event_hash: string) => `feed-seen:${event_hash}`
/** Of the accent that its banner gives. */
export const accentKey = (event_hash: string) => `accent:${event_hash}`
