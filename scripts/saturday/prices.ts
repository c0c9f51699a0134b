/**
 * Milliseconds of a core for each, of the server and of PostgreSQL. Measured: docs/BENCH.md, "What grows with an Orma", two processes on
 * PostgreSQL, 10,000 posts. `read` is a page of the feed that lies in no memory yet, the dearest of the usual reads.
 */
export const CPU = {
  read: { server: 0.85, database: 0.69 },
  like: { server: 3.02, database: 3.02 },
  /** To one listener: a hundredth of what a like costs more with a hundred who listen. */
  message: { server: 0.084 },
  /** With its upload; 40 of it for the nudity check, measured by itself (docs/decisions/moderation.md). */
  photo: { server: 261 + 40, database: 14 },
  /** Not measured: taken for page 1 of the feed, which also only writes bytes out. */
  picture: { server: 0.23 },
}

/** Example: a machine, and how busy it may be on average in the busiest minute. */
export const MACHINE = { cores: 4, busyShare: 0.5 }

/** Euros. Examples, not offers: put in what your provider asks. */
export const PRICES = {
  machineHour: 0.03,
  storedGigabyteMonth: 0.015,
  millionPuts: 5,
  millionGets: 0.4,
  sentGigabyte: 0.02,
}
