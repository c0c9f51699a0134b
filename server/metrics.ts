import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { ARCHIVE_QUEUE } from './archives/archive-work.ts'
import type { DiskSpace } from './http/operator-routes.ts'
import { sql } from './db/sql.ts'
import type { Database } from './db/sql.ts'
import { FILM_QUEUE } from './highlights/films.ts'
import { countJobs } from './jobs/jobs.ts'
import { FULL_QUEUE } from './uploads/complete-photo.ts'
import { PHOTO_QUEUE } from './uploads/process-photo.ts'
import { RENEW_QUEUE } from './uploads/renew-photos.ts'

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

/** Published of as zero where there are none. */
const QUEUES = [PHOTO_QUEUE, FULL_QUEUE, FILM_QUEUE, ARCHIVE_QUEUE, RENEW_QUEUE]

/** What waits in an installation, and who listens to this process of it; read when metrics are. */
export function addGauges(
  metrics: Registry,
  {
    db,
    now,
    readSpace,
    listeners,
  }: {
    db: Database
    now: () => number
    readSpace: () => Promise<DiskSpace>
    listeners: () => number
  },
): void {
  const registers = [metrics]
  // Before those that ask the database themselves, which would count as waiting.
  new Gauge({
    name: 'orma_database_connections',
    help: 'Connections of this process to its database.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = db.load()
      this.set({ state: 'used' }, used)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'orma_database_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(db.load().waiting)
    },
  })
  new Gauge({
    name: 'orma_jobs',
    help: 'Jobs that wait or are being done.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      const jobs = await countJobs(db)
      // A queue that only an earlier release had is gone with its last job.
      this.reset()
      for (const queue of QUEUES) {
        for (const state of ['ready', 'active']) this.set({ queue, state }, 0)
      }
      for (const { queue, state, count } of jobs) this.set({ queue, state }, count)
    },
  })
  new Gauge({
    name: 'orma_job_wait_seconds',
    help: 'How long the oldest job that could begin has waited.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const jobs = await countJobs(db)
      this.reset()
      for (const queue of QUEUES) this.set({ queue }, 0)
      for (const { queue, state, since } of jobs) {
        if (state === 'ready') this.set({ queue }, Math.max(0, now() - since) / 1000)
      }
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
    name: 'orma_disk_free_bytes',
    help: 'What may still be written on the disk with the photos.',
    registers,
    async collect() {
      this.set((await readSpace()).freeBytes)
    },
  })
  new Gauge({
    name: 'orma_disk_full',
    help: '1 while that disk is full and whatever writes is refused, 0 otherwise.',
    registers,
    async collect() {
      this.set((await readSpace()).isFull ? 1 : 0)
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
