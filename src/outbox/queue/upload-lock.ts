import type { Outbox } from '../store/outbox.ts'
import { isDue, waitFor } from './waits.ts'
import type { Wait } from './waits.ts'

/** When to try again after another page or the worker had the lock. */
const LOOK_AGAIN_MS = 2000
/** Without the browser's locks: how long a holder that died keeps others waiting. */
const LEASE_MS = 60_000

interface Surroundings {
  outbox: Outbox
  now: () => number
}

type Step = () => Promise<number | undefined>

/**
 * Runs `step` unless a page or the worker runs it already. Gives the result of `step`, the time at which it wants to be run
 * again; while another runs it, a time soon. The lock ends with its holder.
 */
export async function alone(
  name: string,
  step: Step,
  surroundings: Surroundings,
): Promise<number | undefined> {
  // Some browsers have none.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return aloneByLease(name, step, surroundings)
  return await locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? step() : Promise.resolve(surroundings.now() + LOOK_AGAIN_MS),
  )
}

interface Lease extends Wait {
  holder: string
}

/** Without the browser's locks: a note in the outbox that expires, renewed while its holder lives. */
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
  // Without renewal the lease expires, and another may send the same: the idempotency key still prevents doubles.
  const renewal = setInterval(() => void take().catch(() => undefined), LEASE_MS / 3)
  try {
    return await step()
  } finally {
    clearInterval(renewal)
    await outbox
      .changeNote(note, (found) =>
        (found as Lease | undefined)?.holder === holder ? null : undefined,
      )
      .catch(() => undefined)
  }
}
