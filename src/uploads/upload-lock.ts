/** How soon to look again after another page or the worker was found at work. */
const LOOK_AGAIN_MS = 2000

const held = new Set<string>()

/**
 * Does `step` unless somebody on this device is doing it: one at a time, whichever page or worker.
 * Gives what it gives, a time at which it wants to be done again; while another is at it, a time soon.
 * The lock goes with its holder when that dies.
 */
export async function alone(
  name: string,
  step: () => Promise<number | undefined>,
  now: () => number,
): Promise<number | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  if (!locks) return aloneHere(name, step, now)
  return await locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? step() : Promise.resolve(now() + LOOK_AGAIN_MS),
  )
}

/** Where there are no locks; against other pages the server's idempotency key stands. */
async function aloneHere(
  name: string,
  step: () => Promise<number | undefined>,
  now: () => number,
): Promise<number | undefined> {
  if (held.has(name)) return now() + LOOK_AGAIN_MS
  held.add(name)
  try {
    return await step()
  } finally {
    held.delete(name)
  }
}
