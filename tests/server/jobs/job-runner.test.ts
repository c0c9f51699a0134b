import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { startJobRunner } from '../../../server/jobs/job-runner.ts'
import type { JobRunner } from '../../../server/jobs/job-runner.ts'
import {
  claimJob,
  enqueueFairly,
  enqueueJob,
  finishJob,
  prolongJob,
  putBackJob,
} from '../../../server/jobs/jobs.ts'
import { createLog } from '../../../server/log.ts'
import { freshDatabase } from '../../support/fixtures.ts'
import { DatabaseOutage } from '../../../server/outages.ts'

const LEASE_MS = 10_000
const { db } = freshDatabase()
let runner: JobRunner | undefined
afterEach(async () => {
  await runner?.close()
  runner = undefined
})

async function take(nowMs: number) {
  const job = await claim(nowMs)
  if (!job) throw new Error('nobody waits')
  return job
}
const claim = (nowMs: number) => claimJob(db, 'q', nowMs, LEASE_MS)
const jobsLeft = () => db.all(sql`select state, failures from jobs`)

describe('enqueueFairly', () => {
  const wait = (user_id: number, n: number, nowMs = 0) =>
    enqueueFairly(db, 'q', { payload: { n }, user_id }, nowMs)

  async function serve(count: number): Promise<number[]> {
    const served: number[] = []
    while (served.length < count) {
      const job = await take(60_000)
      await finishJob(db, job, async () => undefined)
      served.push((JSON.parse(job.payload) as { n: number }).n)
    }
    return served
  }

  it('has who comes with one thing served next, however many of another wait', async () => {
    for (let n = 0; n < 300; n += 1) await wait(1, n)
    expect(await serve(3)).toEqual([0, 1, 2])
    await wait(2, 1000, 1000)
    expect(await serve(2)).toEqual([1000, 3])
  })

  it('has two who wait for many served in turns, each in their own order', async () => {
    for (const n of [10, 11, 12]) await wait(1, n)
    for (const n of [20, 21, 22]) await wait(2, n, 1)
    expect(await serve(6)).toEqual([10, 20, 11, 21, 12, 22])
  })

  it('has who waits for many go on, however often others come with one', async () => {
    for (const n of [10, 11]) await wait(1, n)
    const served = []
    for (let at = 0; at < 4; at += 1) {
      await wait(100 + at, at, at * 2_000)
      served.push(...(await serve(1)))
    }
    expect(served).toEqual([10, 0, 1, 2])
    expect(await serve(2)).toEqual([11, 3])
  })
})

describe('claimJob', () => {
  it('gives the oldest job that is due', async () => {
    await enqueueJob(db, 'q', { n: 1 }, 2)
    await enqueueJob(db, 'q', { n: 2 }, 1)
    await enqueueJob(db, 'q', { n: 3 }, 6)
    const claimed = [await claim(5), await claim(5), await claim(5)]
    expect(claimed.map((job) => job?.payload)).toEqual(['{"n":2}', '{"n":1}', undefined])
  })

  it('gives each job to one claimant only, however many ask at once', async () => {
    for (let n = 0; n < 30; n += 1) await enqueueJob(db, 'q', { n }, 0)
    const claimed = await Promise.all(Array.from({ length: 40 }, () => claim(5)))
    const ids = claimed.flatMap((job) => job?.id ?? [])
    expect([new Set(ids).size, ids.length]).toEqual([30, 30])
  })

  it('gives a job again after its lease, and takes it from the late', async () => {
    await enqueueJob(db, 'q', {}, 0)
    const late = await take(0)
    expect(await claim(LEASE_MS)).toBeUndefined()
    const second = await take(LEASE_MS + 1)
    expect(second.tries).toBe(2)

    expect(await prolongJob(db, late, 99_999)).toBe(false)
    expect(await finishJob(db, late, async () => {})).toBe(false)
    await putBackJob(db, late, { runAt: 0, error: 'late' })
    expect(await finishJob(db, second, async () => {})).toBe(true)
    expect(await jobsLeft()).toEqual([])
  })
})

describe('F10: a clock that is put back an hour', () => {
  const HOUR_MS = 3_600_000

  it('holds up no job that was added before', async () => {
    await enqueueJob(db, 'q', {}, HOUR_MS)
    expect(await claim(0)).toBeDefined()
  })

  it('holds up no job of a worker that died before', async () => {
    await enqueueJob(db, 'q', {}, 0)
    await claim(HOUR_MS)
    expect(await claim(0)).toBeDefined()
  })
})

describe('finishJob', () => {
  it('keeps the job when its effect cannot be written', async () => {
    await enqueueJob(db, 'q', {}, 0)
    const job = await take(0)
    const broken = finishJob(db, job, async () => {
      throw new Error('no space')
    })
    await expect(broken).rejects.toThrow('no space')
    expect(await jobsLeft()).toEqual([{ state: 'active', failures: 0 }])
  })
})

describe('startJobRunner', () => {
  /** Runs the queue at a clock that every look at it advances, so that waits for a retry are short. */
  function start(run: (payload: unknown) => Promise<void>, ended: string[]): void {
    let nowMs = 0
    runner = startJobRunner(
      { db, now: () => (nowMs += 500), log: createLog('silent') },
      {
        queue: 'q',
        concurrency: 2,
        run: async (payload) => {
          await run(payload)
          return async () => void ended.push('done')
        },
        onFailed: async () => async () => void ended.push('given up'),
      },
    )
  }

  const look = () => {
    runner?.wake()
    return jobsLeft()
  }

  it('does a job that was waiting when it started', async () => {
    const ended: string[] = []
    await enqueueJob(db, 'q', {}, 0)
    start(async () => {}, ended)
    await expect.poll(jobsLeft).toEqual([])
    expect(ended).toEqual(['done'])
  })

  it('tries a failing job three times, then gives it up', async () => {
    const ended: string[] = []
    let runs = 0
    await enqueueJob(db, 'q', {}, 0)
    start(async () => {
      runs += 1
      throw new Error('cannot')
    }, ended)
    await expect.poll(jobsLeft).toEqual([])
    expect({ runs, ended }).toEqual({ runs: 3, ended: ['given up'] })
  })

  it('has a job wait while the database is away, however often, and counts no failure', async () => {
    const ended: string[] = []
    let runs = 0
    await enqueueJob(db, 'q', {}, 0)
    start(async () => {
      runs += 1
      if (runs <= 5) throw new DatabaseOutage('too many clients')
    }, ended)
    await expect.poll(look).toEqual([])
    expect({ runs, ended }).toEqual({ runs: 6, ended: ['done'] })
  })

  it('puts back what it was doing when it is closed, without counting a failure', async () => {
    const ended: string[] = []
    await enqueueJob(db, 'q', {}, 0)
    const { promise: cut, reject } = Promise.withResolvers<void>()
    start(() => cut, ended)
    await expect.poll(jobsLeft).toEqual([{ state: 'active', failures: 0 }])
    const closed = runner?.close()
    reject(new Error('cut off'))
    await closed
    expect({ ended, left: await jobsLeft() }).toEqual({
      ended: [],
      left: [{ state: 'ready', failures: 0 }],
    })
  })

  it('lets others have their turn during a long queue of empty jobs', async () => {
    const ended: string[] = []
    const count = 500
    await db.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1) await enqueueJob(tx, 'q', { n }, 0)
    })
    start(async () => {}, ended)
    let turns = 0
    while (ended.length < count) {
      await nextTurn()
      turns += 1
    }
    expect(turns).toBeGreaterThan(count / 10)
  })

  it('does all jobs, never more at once than it may', async () => {
    const ended: string[] = []
    let atOnce = 0
    let most = 0
    const two = Promise.withResolvers<void>()
    for (let n = 0; n < 20; n += 1) await enqueueJob(db, 'q', { n }, 0)
    start(async () => {
      most = Math.max(most, (atOnce += 1))
      // The first waits for a second; from then on each is as short as it can be.
      if (atOnce === 2) two.resolve()
      await two.promise
      atOnce -= 1
    }, ended)
    await expect.poll(jobsLeft).toEqual([])
    expect({ most, done: ended.length }).toEqual({ most: 2, done: 20 })
  })
})
