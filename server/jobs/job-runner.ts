import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../db/sql.ts'
import { currentRequest } from '../log.ts'
import type { Log } from '../log.ts'
import { claimJob, finishJob, prolongJob, putBackJob } from './jobs.ts'
import type { Job, JobEffect } from './jobs.ts'
import { Outage } from '../outages.ts'

const LEASE_MS = 10_000
const HEARTBEAT_MS = LEASE_MS / 3
/** How often to look for jobs that nobody announced: retries, and those of a process that died. */
const LOOK_MS = 2_000
/** How long a job waits after its first failure, and after its second: the third ends it. */
const RETRY_WAITS_MS = [1_000, 2_000]

export interface JobWork {
  queue: string
  /** Does the work; what it returns is done in one transaction with the job's end. A rejection counts as a failure. */
  run: (payload: unknown) => Promise<JobEffect>
  /** As `run`, when that failed three times. */
  onFailed: (payload: unknown) => Promise<JobEffect>
  concurrency: number
  /** Waits after the first failures, as `RETRY_WAITS_MS`; the failure after the last of them ends the job. */
  retryWaitsMs?: readonly number[]
  /** Called when a job has been done: it may have left one of another queue. */
  onDone?: () => void
}

export interface JobRunner {
  /** Looks for a job at once, instead of within two seconds. */
  wake: () => void
  /** Takes no new jobs; resolves when the running ones have ended. What rejects from then on goes back to the queue. */
  close: () => Promise<void>
}

interface JobRunnerParts {
  db: Database
  now: () => number
  log: Log
  /** Called when a job of the queue has failed for the last time. */
  onGivenUp?: (queue: string) => void
}

/** Works off a queue until closed. A job whose process dies is taken up again when its lease of 10 s ends. */
export function startJobRunner(
  { db, now, log, onGivenUp }: JobRunnerParts,
  work: JobWork,
): JobRunner {
  const running = new Set<Promise<void>>()
  let isClosed = false
  let isLooking = false
  let lookAgain = false

  async function look(): Promise<void> {
    lookAgain = true
    if (isLooking) return
    isLooking = true
    try {
      while (lookAgain && !isClosed) {
        lookAgain = false
        while (running.size < work.concurrency && !isClosed) {
          // SQLite answers at once: a long queue of jobs with nothing to do would let nobody else have their turn.
          await nextTurn()
          if (isClosed) return
          const job = await claimJob(db, work.queue, now(), LEASE_MS)
          if (!job) break
          const request = job.request === null ? undefined : { id: job.request, route: undefined }
          const done = currentRequest.run(request, runJob, job).finally(() => {
            running.delete(done)
            void look()
          })
          running.add(done)
        }
      }
    } catch (error) {
      log.error('jobs could not be read', { queue: work.queue, error })
    } finally {
      isLooking = false
    }
  }

  async function runJob(job: Job): Promise<void> {
    const start = performance.now()
    const heartbeat = setInterval(() => {
      prolongJob(db, job, now() + LEASE_MS).catch((error: unknown) => log.warn('lease', { error }))
    }, HEARTBEAT_MS)
    try {
      const payload: unknown = JSON.parse(job.payload)
      try {
        const effect = await work.run(payload)
        await finishJob(db, job, effect)
        const ms = Math.round(performance.now() - start)
        log[job.request === null ? 'debug' : 'info']('job done', {
          queue: work.queue,
          job: job.id,
          ms,
        })
        work.onDone?.()
      } catch (error) {
        // Stopping cuts the work off and says nothing about the job.
        if (isClosed) return await putBackJob(db, job)
        if (error instanceof Outage) {
          log.warn('job waits', { queue: work.queue, error })
          return await putBackJob(db, job, { runAt: now() + error.waitMs })
        }
        const failures = job.failures + 1
        const waitMs = (work.retryWaitsMs ?? RETRY_WAITS_MS)[job.failures]
        log.warn('job failed', { queue: work.queue, job: job.id, failures, error })
        if (waitMs === undefined) {
          onGivenUp?.(work.queue)
          await finishJob(db, job, await work.onFailed(payload))
        } else await putBackJob(db, job, { runAt: now() + waitMs, error: String(error) })
      }
    } catch (error) {
      // The database itself failed: the lease ends by itself and the job runs again.
      log.error('job could not be ended', { queue: work.queue, job: job.id, error })
    } finally {
      clearInterval(heartbeat)
    }
  }

  const timer = setInterval(() => void look(), LOOK_MS)
  void look()
  return {
    // A request may announce a job; what it starts is not that request's.
    wake: () => currentRequest.run(undefined, () => void look()),
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
