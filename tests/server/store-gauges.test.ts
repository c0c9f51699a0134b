import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { enqueueJob } from '../../server/jobs/jobs.ts'
import { addStoreGauges } from '../../server/store-gauges.ts'
import { openScratchDatabase } from '../support/scratch-database.ts'
import type { ScratchDatabase } from '../support/scratch-database.ts'

const NOW = Date.UTC(2026, 5, 20, 18, 30)

let scratch: ScratchDatabase
let metrics: Registry
beforeEach(async () => {
  scratch = await openScratchDatabase()
  metrics = new Registry()
  const room = async () => ({ freeBytes: 1, freeShare: 1, isLow: false, isFull: false })
  addStoreGauges(metrics, { db: scratch.db, now: () => NOW, room, listeners: () => 0 })
})
afterEach(() => scratch.remove())

async function queuesOf(name: string): Promise<string[]> {
  const values = (await metrics.getSingleMetric(name)?.get())?.values ?? []
  return [...new Set(values.map(({ labels }) => String(labels['queue'])))].toSorted()
}

describe.each(['orma_jobs', 'orma_job_wait_seconds'])('%s', (name) => {
  const ours = ['archive', 'film', 'large photo', 'photo', 'renewed photo']

  it('tells of every queue of the server, also of those that are empty', async () => {
    expect(await queuesOf(name)).toEqual(ours)
  })

  it('tells of a queue that this release does not have until its last job is gone', async () => {
    await enqueueJob(scratch.db, 'retired', {}, NOW - 60_000)
    expect(await queuesOf(name)).toEqual([...ours, 'retired'].toSorted())
    await scratch.db.run(sql`delete from jobs`)
    expect(await queuesOf(name)).toEqual(ours)
  })
})
