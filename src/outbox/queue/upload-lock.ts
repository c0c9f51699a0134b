import type { Outbox } from '../store/outbox.ts'
import { isDue, waitFor } from './waits.ts'
import type { Wait } from './waits.ts'

/** How soon to look again after another page or the worker was found at work. */
const LOOK_AGAIN_MS = 2000
/** How long a holder that has died keeps the others waiting, where there are no locks. */
const LEASE_MS = 60_000

interface Surroundings {
  outbox: Outbox
  now: () => number
}

type Step = () => Promise<number | undefined>

/**
 * Does `step` unless somebody on this device is doing it: one at a time, whichever page or worker.
 * Gives what it gives, a time at which it wants to be done again; while another is at it, a time soon.
 * The lock goes with its holder when that dies.
 */
export async function alone(
  name: string,
  step: Step,
  surroundings: Surroundings,
): Promise<number | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}
  if (!locks) return aloneByLease(name, step, surroundings)
  return await locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? step() : Promise.resolve(surroundings.now() + LOOK_AGAIN_MS),
  )
}

interface Lease extends Wait {
  holder: string
}

/** Where there are no locks: a note with a time at which it ends, renewed while its holder lives. */
async function aloneByLease(
  name: string,
  step: Step,
  { outbox, now }: Surroundings,
): Promise<number | undefined> {
  const note = `lease ${name}`
  const holder = String(Math.random())
  const take = () =>
    outbox.changeNote(note, (found) => {
      const lease = found as Lease | undefined
      const isFree = !lease || lease.holder === holder || isDue(lease, now())
      return isFree ? { holder, ...waitFor(LEASE_MS, now()) } : undefined
    })
  if (!(await take())) return now() + LOOK_AGAIN_MS
  // A renewal that fails lets the lease end: against whoever comes then the server's idempotency key stands.
  const renewal = setInterval(() => void take().catch(() => undefined), LEASE_MS / 3)
  try {
    return await step()
  } finally {
    clearInterval(renewal)
    await outbox.changeNote(note, (found) =>
      (found as Lease | undefined)?.holder === holder ? null : undefined,
    )
  }
}
