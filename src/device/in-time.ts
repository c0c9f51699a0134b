/** Storage may hang, in Safari for ever. Nobody waits for it longer. */
const WITHIN_MS = 1500

/**
 * What storage gives; undefined where it takes too long, is forbidden or in trouble. What took too long may still be done later.
 * `withinMs`: for work of which much is to be expected.
 */
export function inTime<T>(work: Promise<T>, withinMs = WITHIN_MS): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, withinMs))
  return Promise.race([work, late]).catch(() => undefined)
}
