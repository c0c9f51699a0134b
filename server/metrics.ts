import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { ARCHIVE_QUEUE } from './archives/archive-work.ts'
import type { DiskSpace } from './http/operator-routes.ts'
import { countRows, sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import { FILM_QUEUE } from './highlights/films.ts'
import { countJobs } from './jobs/jobs.ts'
import { FULL_QUEUE, PHOTO_QUEUE } from './uploads/process-photo.ts'
import { RENEW_QUEUES } from './uploads/renew-photos.ts'
import { VIDEO_QUEUE } from './uploads/work-on-posts.ts'

/**
 * What `/metrics` tells, with figures of this process already in it. Whoever counts makes a `Counter` or `Gauge` that names this
 * registry in `registers`: in the global one, which is the default, nobody would see it.
 */
export function createMetrics(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'Time since this process started.',
    registers: [metrics],
    collect() {
      this.set(process.uptime())
    },
  })
  return metrics
}

/** Told of as zero where there are none. */
const QUEUES = [
  PHOTO_QUEUE,
  FULL_QUEUE,
  VIDEO_QUEUE,
  FILM_QUEUE,
  ARCHIVE_QUEUE,
  ...Object.values(RENEW_QUEUES),
]

interface Measured {
  db: Database
  now: () => number
  readSpace: () => Promise<DiskSpace>
  listeners: () => number
}

/** What waits in an installation, and who listens to this process of it; read when metrics are. */
export function addGauges(metrics: Registry, { db, now, readSpace, listeners }: Measured): void {
  const add = (
    name: string,
    help: string,
    read: (gauge: Gauge) => void | Promise<void>,
    labelNames: string[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      collect() {
        return read(this)
      },
    })
  // Before those that ask the database themselves, which would count as waiting.
  add(
    'orma_database_connections',
    'Connections of this process to its database.',
    (gauge) => {
      const { used, idle } = db.load()
      gauge.set({ state: 'used' }, used)
      gauge.set({ state: 'idle' }, idle)
    },
    ['state'],
  )
  add('orma_database_waiting', 'Statements and transactions that wait for a connection.', (gauge) =>
    gauge.set(db.load().waiting),
  )
  add(
    'orma_jobs',
    'Jobs that wait or are being done.',
    async (gauge) => {
      const jobs = await countJobs(db)
      // A queue that only an earlier release had is gone with its last job.
      gauge.reset()
      for (const queue of QUEUES) {
        for (const state of ['ready', 'active']) gauge.set({ queue, state }, 0)
      }
      for (const { queue, state, count } of jobs) gauge.set({ queue, state }, count)
    },
    ['queue', 'state'],
  )
  add(
    'orma_job_wait_seconds',
    'How long ago the oldest job that is not under way was added.',
    async (gauge) => {
      const jobs = await countJobs(db)
      gauge.reset()
      for (const queue of QUEUES) gauge.set({ queue }, 0)
      for (const { queue, state, since } of jobs) {
        if (state === 'ready') gauge.set({ queue }, Math.max(0, now() - since) / 1000)
      }
    },
    ['queue'],
  )
  add('orma_uploads_waiting', 'Uploads in chunks of which bytes are missing.', async (gauge) =>
    gauge.set(await countRows(db, sql`from uploads where state = 'open'`)),
  )
  add(
    'orma_disk_free_bytes',
    'What may still be written on the disk of the photos or the data folder, whichever has less.',
    async (gauge) => gauge.set((await readSpace()).freeBytes),
  )
  add(
    'orma_disk_full',
    '1 while that disk is full and whatever writes is refused, 0 otherwise.',
    async (gauge) => gauge.set((await readSpace()).isFull ? 1 : 0),
  )
  add('orma_live_listeners', 'Live streams of this process.', (gauge) => gauge.set(listeners()))
}
