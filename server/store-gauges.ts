import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { sql } from './db/sql.ts'
import type { Queries } from './db/sql.ts'
import { FILM_QUEUE } from './highlights/films.ts'
import { countJobs } from './jobs/jobs.ts'
import { OLDER_QUEUE } from './uploads/look-at-older.ts'
import { PHOTO_QUEUE } from './uploads/process-photo.ts'

/** Told of as zero where there are none. */
const QUEUES = [PHOTO_QUEUE, FILM_QUEUE, OLDER_QUEUE]
const JOB_STATES = ['ready', 'active']

/** What waits in an installation, and who listens to this process of it; read when metrics are. */
export function addStoreGauges(
  metrics: Registry,
  { db, listeners }: { db: Queries; listeners: () => number },
): void {
  const registers = [metrics]
  new Gauge({
    name: 'orma_jobs',
    help: 'Jobs that wait or are being done.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const jobs = await countJobs(db)
      for (const queue of QUEUES) for (const state of JOB_STATES) this.set({ queue, state }, 0)
      for (const { queue, state, count } of jobs) this.set({ queue, state }, count)
    },
  })
  new Gauge({
    name: 'orma_uploads_waiting',
    help: 'Uploads in chunks of which bytes are missing.',
    registers,
    async collect() {
      const open = await db.get<{ count: number }>(
        sql`select count(*) as count from uploads where state = 'open'`,
      )
      this.set(open?.count ?? 0)
    },
  })
  new Gauge({
    name: 'orma_live_listeners',
    help: 'Live streams of this process.',
    registers,
    collect() {
      this.set(listeners())
    },
  })
}
