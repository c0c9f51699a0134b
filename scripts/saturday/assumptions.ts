// What the simulation takes for given. Each figure says whether it was measured (docs/BENCH.md) or is an example to be replaced.

/** Events of that Saturday, and how they begin: local time, one country. Examples. */
export const SATURDAY = {
  events: 10_000,
  guests: 120,
  hours: 8,
  photosPerSigner: 4,
  beginsAt: 15,
  beginSpreadHours: 1,
}

/** So many evenings are drawn, each stands for the same number of others. */
export const DRAWN = 250

/** Bytes. Examples for photos of phones; the feed's page was measured, compressed by gzip. */
export const BYTES = {
  photo: 3_000_000,
  thumb: 25_000,
  full: 400_000,
  page: 12_000,
  /** Of an API call without photos, both ways. */
  call: 1_500,
  /** A page of 24 posts. */
  feed: 6_000,
  /** One live message to one listener. */
  news: 900,
}

/** Thumbs that a visit loads: the first screen of the first visit, what is new at each other, and a page per scroll. */
export const THUMBS = { first: 12, later: 8, scroll: 24 }
