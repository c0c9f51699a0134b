import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database } from '../../../server/db/sql.ts'
import { createStorageRoom, readStorageLimits } from '../../../server/uploads/storage-room.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

let api: OrmaApi
let owner: Person
let guest: Person
afterEach(() => api.close())

let added: number
const watched = (db: Database): Database => ({
  ...db,
  get: (statement) => {
    if (statement.parts.join().includes('sum(storage_bytes)')) added += 1
    return db.get(statement)
  },
})
async function startWith(room: { ofAll?: number; ofEvent?: number }) {
  added = 0
  api = await startOrmaApi(watched, undefined, {
    room: { ofAll: undefined, ofEvent: undefined, ...room },
  })
  ;[owner, guest] = [await api.signUp(), await api.signUp()]
}
/** All Ormas together are added up every few seconds. */
async function keep({ id }: Event, bytes: number): Promise<void> {
  await api.db.run(sql`update events set storage_bytes = ${bytes} where id = ${id}`)
  api.clock.advance(5_000)
}
const seenBy = async ({ event_hash }: Event, { token }: Person): Promise<Event> =>
  (await api.request(calls.getEvent, { params: { event_hash }, token })).body.event
const asksFull = async ({ event_hash }: Event) => {
  const params = { event_hash }
  return (await api.request(calls.checkLimit, { params, token: guest.token })).body.limitReached
}

describe('at EVENT_STORAGE_LIMIT an Orma', () => {
  it('takes nothing more, either way, while others do', async () => {
    await startWith({ ofEvent: 50_000 })
    const [full, other] = [await api.createOrma(owner), await api.createOrma(owner)]
    await keep(full, 50_000)
    expect([await asksFull(full), await asksFull(other)]).toEqual([true, false])
    const whole = await api.upload(full, guest)
    expect([whole.status, whole.body]).toEqual([200, { limitReached: true, post: null }])
    const { status, body } = await api.beginUpload(full, guest)
    expect([status, body.code, body.error]).toEqual([
      403,
      'limit_reached',
      texts.upload.limitReached,
    ])
    expect((await api.upload(other, guest)).status).toBe(201)
    expect(await Array.fromAsync(api.blobs.list('original/'))).toHaveLength(1)
  })

  it('takes more once something of it is deleted', async () => {
    await startWith({ ofEvent: 2_000 })
    const event = await api.createOrma(owner)
    const [{ id }] = [await api.addPost(event, guest), await api.addPost(event, guest)]
    expect(await asksFull(event)).toBe(true)
    const params = { event_hash: event.event_hash, post_id: id, id }
    await api.request(calls.deletePost, { params, token: owner.token })
    expect(await asksFull(event)).toBe(false)
  })

  it('finds a photo again by its key that came before', async () => {
    await startWith({ ofEvent: 1_000_000 })
    const [event, key] = [await api.createOrma(owner), randomUUID()]
    const { body } = await api.upload(event, guest, { key })
    await keep(event, 1_000_000)
    expect((await api.upload(event, guest, { key })).body.post.id).toBe(body.post.id)
  })
})

describe('at STORAGE_LIMIT', () => {
  it('no Orma takes anything more', async () => {
    await startWith({ ofAll: 100_000 })
    const [large, small] = [await api.createOrma(owner), await api.createOrma(owner)]
    await keep(large, 99_999)
    expect(await asksFull(small)).toBe(false)
    await keep(large, 100_000)
    expect([await asksFull(large), await asksFull(small)]).toEqual([true, true])
    expect((await api.upload(small, guest)).body.limitReached).toBe(true)
  })
})

describe('the bytes of all Ormas', () => {
  it('are added up for organisers, and for many photos once', async () => {
    await startWith({ ofAll: 100_000 })
    const event = await api.createOrma(owner)
    const before = added
    api.clock.advance(5_000)
    await seenBy(event, guest)
    expect(added).toBe(before)
    for (let time = 0; time < 3; time += 1) await asksFull(event)
    await seenBy(event, owner)
    expect(added).toBe(before + 1)
  })
})

describe('what an Orma may have', () => {
  it('is told to its organisers alone: its limit, or what others leave', async () => {
    await startWith({ ofAll: 100_000, ofEvent: 60_000 })
    const [event, other] = [await api.createOrma(owner), await api.createOrma(owner)]
    await keep(event, 10_000)
    expect(await seenBy(event, owner)).toMatchObject({ storageBytes: 10_000, storageLimit: 60_000 })
    expect(await seenBy(event, guest)).not.toHaveProperty('storageLimit')
    await keep(other, 55_000)
    expect(await seenBy(event, owner)).toMatchObject({ storageLimit: 45_000 })
    const { body } = await api.changeOrma(event, owner, { name: 'Autumn' })
    expect(body.event).toMatchObject({ storageLimit: 45_000 })
  })

  it('is null where there is no limit', async () => {
    await startWith({})
    const event = await api.createOrma(owner)
    expect(await seenBy(event, owner)).toMatchObject({ storageLimit: null })
  })
})

it('Ormas have more once the disk is larger, and no less where others fill it', async () => {
  await startWith({})
  let free = 0
  const given = { storageLimit: undefined, eventStorageLimit: undefined }
  const limits = await readStorageLimits(api.db, {
    ...given,
    readDisk: async () => ({ freeBytes: free, totalBytes: 40_000, isFull: free === 0 }),
  })
  const limitAt = async (freeNow: number) => {
    free = freeNow
    await limits.measure?.()
    return [limits.ofEvent, (await createStorageRoom(api, limits).read())({ storage_bytes: 0 })]
  }
  expect(await limitAt(0)).toEqual([undefined, undefined])
  // Others have nearly filled it: half of it at least would be for Ormas.
  expect(await limitAt(10)).toEqual([9_000, 9_000])
  expect(await limitAt(30_000)).toEqual([13_500, 13_500])
  expect(await limitAt(5_000)).toEqual([13_500, 13_500])
})

it('without settings Ormas have 90 % of what the disk has for them, each half', async () => {
  await startWith({})
  await keep(await api.createOrma(owner), 4_000)
  const read = (given: { storageLimit?: number; eventStorageLimit?: number }, free?: number) =>
    readStorageLimits(api.db, {
      storageLimit: undefined,
      eventStorageLimit: undefined,
      ...given,
      readDisk:
        free === undefined
          ? undefined
          : async () => ({ freeBytes: free, totalBytes: 10_000, isFull: false }),
    })
  expect(await read({}, 6_000)).toMatchObject({ ofAll: 9_000, ofEvent: 4_500 })
  expect(await read({ storageLimit: 5_000 }, 6_000)).toEqual({ ofAll: 5_000, ofEvent: 2_500 })
  expect(await read({ eventStorageLimit: 70 }, 6_000)).toMatchObject({ ofAll: 9_000, ofEvent: 70 })
  // In a bucket there is room for all.
  expect(await read({})).toEqual({ ofAll: undefined, ofEvent: undefined })
})
