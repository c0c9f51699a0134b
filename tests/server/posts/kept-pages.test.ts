import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Event, Post } from '../../../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../../contract/limits.ts'
import type { Database } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import type { EventRow } from '../../../server/events/events.ts'
import { createFeedPages } from '../../../server/posts/feed-pages.ts'
import type { FeedPages } from '../../../server/posts/feed-pages.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

const PAGE_1 = { page: FIRST_PAGE, limit: PAGE_SIZE }

let api: OrmaApi
let owner: Person
let guest: Person
let event: Event
let row: EventRow

beforeEach(async () => {
  ;({ api, owner, guest, event } = await startOrmaPeople())
  await api.addPost(event, guest)
  row = await rowOf(event)
})

afterEach(() => api.close())

async function rowOf({ event_hash }: Event): Promise<EventRow> {
  const found = await findEvent(api.db, event_hash)
  if (!found) throw new Error('the event is gone')
  return found
}

/** Keeps pages, and notes of which events some were read. */
function keepPages(bytesMax: number): { pages: FeedPages; reads: number[] } {
  const reads: number[] = []
  const all: Database['all'] = (statement) => {
    const isFeed = statement.parts.join('?').includes('where p.event_id =')
    if (isFeed) reads.push(Number(statement.values[0]))
    return api.db.all(statement)
  }
  return { pages: createFeedPages({ ...api.db, all }, bytesMax), reads }
}

it('the pages of feeds that are kept are those asked for last, of no more bytes than allowed', async () => {
  const others = [await api.createOrma(owner), await api.createOrma(owner)]
  for (const other of others) await api.addPost(other, guest)
  row = await rowOf(event)
  const rows = [row, ...(await Promise.all(others.map(rowOf)))]
  const { bytes } = await createFeedPages(api.db).read(row, PAGE_1, undefined)
  // Each takes some bytes besides its own.
  const { pages, reads } = keepPages((bytes.length + 600) * 2)
  const read = async (n: number) => {
    const asked = rows[n]
    if (asked) await pages.read(asked, PAGE_1, undefined)
  }
  for (const n of [0, 1, 0, 2, 0, 1]) await read(n)
  expect(reads.filter((id) => id === rows[0]?.id)).toHaveLength(1)
  expect(reads.filter((id) => id === rows[1]?.id)).toHaveLength(2)
})

it('the pages of feeds that are kept are no more than so many where somebody asks for a million empty ones', async () => {
  const { pages, reads } = keepPages(100_000)
  const read = (page: number) => pages.read(row, { ...PAGE_1, page }, undefined)
  await read(FIRST_PAGE)
  await read(FIRST_PAGE)
  expect(reads).toHaveLength(1)
  for (let page = 1000; page < 1500; page += 1) await read(page)
  await read(FIRST_PAGE)
  expect(reads).toHaveLength(502)
})

it('the pages of feeds that are kept are none that follow no post of the Orma', async () => {
  const { pages } = keepPages(100_000)
  for (let time = 0; time < 2; time += 1) {
    await expect(pages.read(row, { ...PAGE_1, after: 4711 }, undefined)).rejects.toMatchObject({
      status: 404,
    })
  }
})

it('the pages of feeds that are kept are told apart by what they follow, their number and their length', async () => {
  for (let n = 0; n < 3; n += 1) await api.addPost(event, guest)
  row = await rowOf(event)
  const { pages } = keepPages(100_000)
  const ids = async (asked: { page: number; limit: number; after?: number }) =>
    (JSON.parse((await pages.read(row, asked, undefined)).bytes.toString()) as Post[]).map(
      ({ id }) => id,
    )
  const all = await ids({ page: 1, limit: 24 })
  expect(all).toHaveLength(4)
  expect(await ids({ page: 1, limit: 2 })).toEqual(all.slice(0, 2))
  expect(await ids({ page: 2, limit: 2 })).toEqual(all.slice(2))
  expect(await ids({ page: 2, limit: 24 })).toEqual([])
  for (const [at, after] of all.entries()) {
    expect(await ids({ page: 2, limit: 24, after })).toEqual(all.slice(at + 1))
    expect(await ids({ page: 2, limit: 1, after })).toEqual(all.slice(at + 1, at + 2))
  }
})
