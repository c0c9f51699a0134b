import { randomUUID } from 'node:crypto'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** On which the processes of an installation tell each other of jobs; the message is the sender and the queue. */
const CHANNEL = 'jobs'

/** What works off jobs in this process. */
export interface JobListener {
  /** There may be a job in this queue; undefined: in any. */
  wake: (queue?: string) => void
}

/** Tells whoever works off jobs what there is to do, in this process and in all others of the installation. */
export interface JobNotifications {
  jobQueued: (queue: string) => void
  close: () => void
}

/**
 * Words from one process to another come at once, over the database, and may be lost with its connection: whoever works looks for jobs
 * by itself too. `listener` undefined: this process has no runners.
 */
export function createJobNotifications(
  { db, log }: { db: Database; log: Log },
  listener: JobListener | undefined,
): JobNotifications {
  const self = randomUUID()
  const stopListening =
    db.isShared && listener
      ? db.listen(CHANNEL, (message) => {
          const [, sender, queue] = /^(\S+) (.+)$/.exec(message ?? '') ?? []
          if (sender !== self) listener.wake(queue)
        })
      : undefined

  return {
    jobQueued(queue) {
      listener?.wake(queue)
      if (!db.isShared) return
      db.notify(CHANNEL, `${self} ${queue}`).catch((error: unknown) => {
        log.warn('other processes were not told of a job', { queue, error })
      })
    },
    close: () => stopListening?.(),
  }
}
