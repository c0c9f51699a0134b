import { sql } from '../db/sql.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { currentRequest } from '../log.ts'

export interface Job {
  id: number
  queue: string
  /** JSON. */
  payload: string
  /** This run's number: every write about the job tests it. */
  tries: number
  failures: number
  /** Id of the request at which it was added; null: nobody asked. */
  request: string | null
}

/** Under load each user has one job done in so long before others who wait go first. Above what a job takes, or it would not part them. */
const SHARE_MS = 5_000
/** Of work that takes minutes. */
export const LONG_SHARE_MS = 10 * 60_000

/** Adds a job in the transaction of what it is about, so that neither exists without the other. */
export async function enqueueJob(
  tx: Queries,
  queue: string,
  payload: unknown,
  nowMs: number,
  { turn, user_id }: { turn: number; user_id: number | null } = { turn: nowMs, user_id: null },
): Promise<void> {
  const request = currentRequest.getStore()?.id ?? null
  await tx.run(sql`
    insert into jobs (queue, payload, state, run_at, created_at, user_id, turn, request)
    values (${queue}, ${JSON.stringify(payload)}, 'ready', ${nowMs}, ${nowMs}, ${user_id}, ${turn}, ${request})`)
}

/**
 * Adds a job for which a user waits, as `enqueueJob` does. Its turn comes at once, or `shareMs` after that of the same user's last job:
 * who has a hundred jobs waiting is passed by who comes with one, but not for ever.
 */
export async function enqueueFairly(
  tx: Queries,
  queue: string,
  { payload, user_id }: { payload: unknown; user_id: number },
  nowMs: number,
  shareMs = SHARE_MS,
): Promise<void> {
  const own = await tx.get<{ turn: number | null }>(
    sql`select max(turn) as turn from jobs where queue = ${queue} and user_id = ${user_id}`,
  )
  const turn = Math.max(nowMs, (own?.turn ?? -Infinity) + shareMs)
  await enqueueJob(tx, queue, payload, nowMs, { turn, user_id })
}

/** Nothing waits for so long: a job that is due later was added before the clock was put back. */
const LATEST_MS = 10 * 60_000

/** Takes the due job whose turn comes first, or one whose worker let its lease end, for `leaseMs`. */
export async function claimJob(
  db: Database,
  queue: string,
  nowMs: number,
  leaseMs: number,
): Promise<Job | undefined> {
  return db.get<Job>(sql`
    update jobs set state = 'active', tries = tries + 1, locked_until = ${nowMs + leaseMs}
     where id = (
       select id from jobs
        where queue = ${queue}
          and (run_at <= ${nowMs} or run_at > ${nowMs + LATEST_MS})
          and (state = 'ready' or locked_until < ${nowMs} or locked_until > ${nowMs + LATEST_MS})
        order by turn, id limit 1 ${db.skipLocked})
    returning id, queue, payload, tries, failures, request`)
}

interface JobCount {
  queue: string
  state: 'ready' | 'active'
  count: number
  /** When the oldest of them was added: what is put back for later waits all the same. Milliseconds since the epoch. */
  since: number
}

export async function countJobs(db: Queries): Promise<JobCount[]> {
  return db.all(sql`
    select queue, state, count(*) as count, min(created_at) as since
      from jobs group by queue, state order by queue, state`)
}

/** Prolongs the lease; false when the job is no longer this run's. */
export async function prolongJob(db: Database, job: Job, until: number): Promise<boolean> {
  const changed = await db.run(sql`
    update jobs set locked_until = ${until}
     where id = ${job.id} and tries = ${job.tries} and state = 'active'`)
  return changed === 1
}

/** What is done in one transaction with a job's end. It asks no store: a transaction that waits for one holds up everybody. */
export type JobEffect = (tx: Transaction) => Promise<void>

/** Does `effect` and ends the job in one transaction; neither happens when the job is no longer this run's. */
export async function finishJob(db: Database, job: Job, effect: JobEffect): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx.run(
      sql`delete from jobs where id = ${job.id} and tries = ${job.tries} and state = 'active'`,
    )
    if (ended === 1) await effect(tx)
    return ended === 1
  })
}

/** Puts a job back: as if it had not been taken, or to be done at `runAt` at the earliest, with the error as a failure of it. */
export async function putBackJob(
  db: Database,
  job: Job,
  { runAt = null, error = null }: { runAt?: number | null; error?: string | null } = {},
): Promise<void> {
  await db.run(sql`
    update jobs set state = 'ready', locked_until = null, run_at = coalesce(${runAt}, run_at),
           failures = failures + ${error === null ? 0 : 1}, last_error = coalesce(${error}, last_error)
     where id = ${job.id} and tries = ${job.tries} and state = 'active'`)
}

/** Gives jobs back at once that a process left behind, where this process is the only one that works on them. */
export async function releaseJobs(db: Database, queue: string): Promise<void> {
  await db.run(sql`
    update jobs set state = 'ready', locked_until = null where queue = ${queue} and state = 'active'`)
}
