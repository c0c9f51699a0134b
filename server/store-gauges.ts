import { sql } from './db/sql.ts'
import type { Queries } from './db/sql.ts'
import type { Gauge } from './http/operator-routes.ts'
import { labelled } from './http/prometheus-text.ts'
import { countJobs } from './jobs/jobs.ts'
import { PHOTO_QUEUE } from './uploads/process-photo.ts'

/** Told of as zero where there are none. */
const NO_JOBS = ['ready', 'active'].map((state) => labelled({ queue: PHOTO_QUEUE, state }))

/** What waits in an installation, and who listens to this process of it. */
export async function readStoreGauges(db: Queries, listeners: number): Promise<Gauge[]> {
  const jobs = new Map(NO_JOBS.map((labels) => [labels, 0]))
  for (const { count, ...labels } of await countJobs(db)) jobs.set(labelled(labels), count)
  const uploads = await db.get<{ count: number }>(
    sql`select count(*) as count from uploads where state = 'open'`,
  )
  return [
    {
      name: 'orma_jobs',
      help: 'Jobs that wait or are being done.',
      samples: [...jobs].map(([labels, value]) => ({ labels, value })),
    },
    {
      name: 'orma_uploads_waiting',
      help: 'Uploads in chunks of which bytes are missing.',
      samples: [{ value: uploads?.count ?? 0 }],
    },
    {
      name: 'orma_live_listeners',
      help: 'Live streams of this process.',
      samples: [{ value: listeners }],
    },
  ]
}
