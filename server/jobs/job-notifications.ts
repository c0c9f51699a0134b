import { randomUUID } from 'node:crypto'
import type { Database } from '../db/sql.ts'
import type { Log } from '../log.ts'

/** What the processes of an installation tell each other about jobs; the message is the sender and the news. */
const CHANNEL = 'jobs'
const PHOTOS_EXPECTED = 'photos expected'
/** Photo processes stay ready for 45 s. */
const EXPECTED_EVERY_MS = 5_000

/** What works off jobs in this process. */
export interface JobListener {
  /** There may be a job in this queue; undefined: in any. */
  wake: (queue?: string) => void
  /** Somebody is about to add photos. */
  expectPhotos: () => void
}

/** Tells whoever works off jobs what there is to do, in this process and in all others of the installation. */
export interface JobNotifications {
  jobQueued: (queue: string) => void
  photosExpected: () => void
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
          const [, sender, news] = /^(\S+) (.+)$/.exec(message ?? '') ?? []
          if (sender === self) return
          if (news === PHOTOS_EXPECTED) listener.expectPhotos()
          else listener.wake(news)
        })
      : undefined
  let expectedAtMs = -Infinity

  function notifyOthers(news: string): void {
    if (!db.isShared) return
    db.notify(CHANNEL, `${self} ${news}`).catch((error: unknown) => {
      log.warn('other processes were not told of a job', { news, error })
    })
  }

  return {
    jobQueued(queue) {
      listener?.wake(queue)
      notifyOthers(queue)
    },
    photosExpected() {
      listener?.expectPhotos()
      const nowMs = performance.now()
      if (nowMs - expectedAtMs < EXPECTED_EVERY_MS) return
      expectedAtMs = nowMs
      notifyOthers(PHOTOS_EXPECTED)
    },
    close: () => stopListening?.(),
  }
}
