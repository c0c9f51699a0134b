import { Counter, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createTroubleFinder } from '../../../server/alerts/find-trouble.ts'
import { readConfig } from '../../../server/config.ts'
import { sql } from '../../../server/db/sql.ts'
import { enqueueJob } from '../../../server/jobs/jobs.ts'
import { PHOTO_QUEUE } from '../../../server/uploads/process-photo.ts'
import type { StorageLimits } from '../../../server/uploads/storage-room.ts'
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
  const { find, names } = finder({ EVENT_UPLOAD_LIMIT: '2' })
  await addFirstPost()
  expect(await names(0)).toEqual([])
  await api.addPost(event, owner, { status: 'READYFORPROCESSING' })
  expect(await names(0)).toEqual(['full-ormas'])
  expect((await find(0))[0]?.title).toBe('An Orma is full')
})

it('tells of all full Ormas in one alert, a few by their links', async () => {
  for (let count = 1; count < 7; count += 1) await api.createOrma(owner)
  await api.db.run(sql`update events set storage_bytes = 500`)
  const { find } = finder({}, ROOM, { ofAll: undefined, ofEvent: 500 })
  const [alert] = await find(0)
  expect(alert?.message).toMatch(/: 7 \(([\w-]{8}…, ){5}and more\)\.$/)
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
  expect(await names(0)).toEqual(['storage', 'full-ormas'])
})

it('finds what a counter told, for a quarter of an hour', async () => {
  const { metrics, names } = finder()
  const failed = new Counter({
    name: 'orma_sms_failed_total',
    help: 'as the server has it',
    labelNames: ['reason'],
    registers: [metrics],
  })
  failed.inc({ reason: 'number' })
  expect(await names(0)).toEqual([])
  failed.inc({ reason: 'account' })
  expect(await names(60_000)).toEqual(['sms-refused'])
  expect(await names(10 * 60_000)).toEqual(['sms-refused'])
  expect(await names(20 * 60_000)).toEqual([])
})
