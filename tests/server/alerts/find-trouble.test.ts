import { Counter, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { SMS_BREAKER } from '../../../contract/limits.ts'
import { createTroubleFinder } from '../../../server/alerts/find-trouble.ts'
import { readConfig } from '../../../server/config.ts'
import { sql } from '../../../server/db/sql.ts'
import { enqueueJob } from '../../../server/jobs/jobs.ts'
import { addHit } from '../../../server/limits/limit.ts'
import { createLog } from '../../../server/log.ts'
import { SMS_FAULTS, SmsNotTaken } from '../../../server/sms/sms-sender.ts'
import { PHOTO_QUEUE } from '../../../server/uploads/process-photo.ts'
import type { StorageLimits } from '../../../server/uploads/storage-room.ts'
import { spendSms } from '../../../server/users/sms-limits.ts'
import { createSmsReport } from '../../../server/users/sms-report.ts'
import { freshOrma } from '../../support/fixtures.ts'

const HOUR_MS = 60 * 60_000
const ROOM = { freeBytes: 1e12, totalBytes: 2e12, freeShare: 0.5, isLow: false, isFull: false }
const { api, owner, event } = freshOrma()

function finder(
  env: Record<string, string> = {},
  space = ROOM,
  storageLimits: StorageLimits = { ofAll: undefined, ofEvent: undefined },
) {
  const metrics = new Registry()
  const find = createTroubleFinder({
    config: readConfig({ DATA_DIR: '/tmp', ...env }),
    db: api.db,
    metrics,
    readSpace: async () => space,
    storageLimits,
  })
  const names = async (nowMs: number) => (await find(nowMs)).map(({ name }) => name)
  return { metrics, find, names }
}

/** Gives when it was added. */
async function addFirstPost(): Promise<number> {
  await api.addPost(event, owner)
  const post = await api.db.get<{ created_at: number }>(sql`select created_at from posts`)
  return post?.created_at ?? 0
}

it('finds nothing where all is well', async () => {
  expect(await finder().names(0)).toEqual([])
})

it('finds a disk with little room, by the machine’s name', async () => {
  const { names } = finder({}, { ...ROOM, freeBytes: 1e6, isLow: true })
  expect(await names(0)).toEqual([expect.stringMatching(/^disk:./)])
})

it('finds that the last backup, or photos without one, are over a day old', async () => {
  const created_at = await addFirstPost()
  const { names } = finder()
  expect(await names(created_at + 25 * HOUR_MS)).toEqual([])
  expect(await names(created_at + 27 * HOUR_MS)).toEqual(['backup'])
  const made_at = created_at + 27 * HOUR_MS
  await api.db.run(sql`insert into last_backup (id, made_at) values (1, ${made_at})`)
  expect(await names(made_at + HOUR_MS)).toEqual([])
  expect(await names(made_at + 27 * HOUR_MS)).toEqual(['backup'])
})

it('finds photos that wait for minutes', async () => {
  await enqueueJob(api.db, PHOTO_QUEUE, {}, 0)
  const { names } = finder()
  expect(await names(4 * 60_000)).toEqual([])
  expect(await names(6 * 60_000)).toEqual(['photos-wait'])
})

it('finds photos that are put back again and again', async () => {
  await enqueueJob(api.db, PHOTO_QUEUE, {}, 0)
  await api.db.run(sql`update jobs set run_at = ${7 * 60_000}`)
  expect(await finder().names(6 * 60_000)).toEqual(['photos-wait'])
})

it('finds an Orma that has reached its limit, also by photos not shown yet', async () => {
  const { names } = finder({ EVENT_UPLOAD_LIMIT: '2' })
  await addFirstPost()
  expect(await names(0)).toEqual([])
  await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
  expect(await names(0)).toEqual([expect.stringMatching(/^full-orma:\d+$/)])
})

it('tells of each full Orma by the first letters of its link', async () => {
  const hashes = [event, await api.createOrma(owner)]
  await api.db.run(sql`update events set storage_bytes = 500`)
  const { find } = finder({}, ROOM, { ofAll: undefined, ofEvent: 500 })
  expect((await find(0)).map(({ title }) => title)).toEqual(
    hashes.map(({ event_hash }) => `The Orma ${event_hash.slice(0, 8)}… is full`),
  )
})

it('says whether the disk and all room are full, or nearly', async () => {
  const space = { ...ROOM, freeBytes: 63e6, isLow: true }
  const titles = async (isFull: boolean, bytes: number) => {
    await api.db.run(sql`update events set storage_bytes = ${bytes}`)
    const limits = { ofAll: 10_000_000, ofEvent: undefined }
    return (await finder({}, { ...space, isFull }, limits).find(0)).map(
      ({ title, message }) => `${title}: ${message}`,
    )
  }
  expect(await titles(false, 9_500_000)).toEqual([
    expect.stringMatching(/ is nearly full: 63 MB are left/),
    expect.stringMatching(/is nearly used up: .* 9 MB of at most 10 MB/),
  ])
  expect(await titles(true, 16_000_000)).toEqual([
    expect.stringMatching(/ is full: Photos wait/),
    expect.stringMatching(/is used up: .* 16 MB, and may have 10 MB/),
  ])
})

it('says that the room is a share of the disk, measured at each look', async () => {
  await api.db.run(sql`update events set storage_bytes = ${16_000_000}`)
  const limits: StorageLimits = {
    ofAll: undefined,
    ofEvent: undefined,
    async measure() {
      limits.ofAll = (limits.ofAll ?? 0) + 10_000_000
    },
  }
  const { find, names } = finder({}, ROOM, limits)
  const [alert] = await find(0)
  expect(alert?.message).toMatch(/10 MB \(90 % of what the disk has for them\).* larger disk/)
  expect(await names(0)).toEqual([])
})

it('finds an Orma that is full by bytes, and those that are nearly', async () => {
  const { names } = finder({}, ROOM, { ofAll: 1_000, ofEvent: 500 })
  await api.db.run(sql`update events set storage_bytes = 499`)
  expect(await names(0)).toEqual([])
  await api.db.run(sql`update events set storage_bytes = 900`)
  expect(await names(0)).toEqual(['storage', expect.stringMatching(/^full-orma:/)])
})

it('finds work that was given up, for a quarter of an hour', async () => {
  const { metrics, names } = finder()
  const failed = new Counter({
    name: 'orma_jobs_failed_total',
    help: 'as the server has it',
    registers: [metrics],
  })
  expect(await names(0)).toEqual([])
  failed.inc()
  expect(await names(60_000)).toEqual(['jobs-failed'])
  expect(await names(10 * 60_000)).toEqual(['jobs-failed'])
  expect(await names(20 * 60_000)).toEqual([])
})

it('finds codes that fail one after the other, until one is sent', async () => {
  const { metrics, names } = finder()
  const report = createSmsReport({ metrics, log: createLog('silent'), now: () => 0 })
  for (const fault of SMS_FAULTS.slice(0, 4)) report.failed(new SmsNotTaken(fault, fault))
  expect(await names(0)).toEqual([])
  report.failed(new SmsNotTaken('unclear', 'status 500'))
  expect(await names(HOUR_MS)).toEqual(['sms-refused'])
  expect(await names(9 * HOUR_MS)).toEqual(['sms-refused'])
  report.sent()
  expect(await names(9 * HOUR_MS)).toEqual([])
})

it('finds a spent SMS budget until it has room again', async () => {
  const blocked: string[] = []
  const report = { blocked: (block: string) => void blocked.push(block) }
  const limits = { countries: undefined, dailyBudget: 2, limitsNumberBlocks: false }
  const spendAt = (at: number) =>
    api.db.transaction((tx) => spendSms(tx, '15550001111', limits, report, at))
  const { names } = finder({ SMS_DAILY_BUDGET: '2' })
  await spendAt(0)
  expect(await names(0)).toEqual([])
  await spendAt(HOUR_MS)
  expect(await names(HOUR_MS)).toEqual(['sms-budget'])
  expect(await names(23 * HOUR_MS)).toEqual(['sms-budget'])
  expect(await names(24 * HOUR_MS)).toEqual([])
  expect(blocked).toEqual([])
  expect(await finder({ SMS_DAILY_BUDGET: '0' }).names(HOUR_MS)).toEqual([])
})

it('finds that codes are held back for as long as they are', async () => {
  await addHit(api.db, 'sms-breaker:192.0.2.1', HOUR_MS)
  const { names } = finder()
  expect(await names(HOUR_MS + SMS_BREAKER.pauseMs - 1)).toEqual(['sms-paused'])
  expect(await names(HOUR_MS + SMS_BREAKER.pauseMs)).toEqual([])
})
