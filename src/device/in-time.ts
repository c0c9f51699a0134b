/** Storage may hang, in Safari for ever. Nobody waits for it longer. */
const WITHIN_MS = 1500

/**
 * What storage gives; undefined where it takes too long, is forbidden or in trouble. What took too long may still be done later.
 */
export function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WITHIN_MS))
  return Promise.race([work, late]).catch(() => undefined)
}
