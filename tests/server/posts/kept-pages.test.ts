import { beforeEach, expect, it } from 'vitest'
import type { Event, Post } from '../../../contract/entities.ts'
import { FIRST_PAGE, PAGE_SIZE } from '../../../contract/limits.ts'
import type { Database } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import type { EventRow } from '../../../server/events/events.ts'
import { createFeedPages } from '../../../server/posts/feed-pages.ts'
import type { FeedPages } from '../../../server/posts/feed-pages.ts'
import { freshOrma } from '../../support/fixtures.ts'

const PAGE_1 = { page: FIRST_PAGE, limit: PAGE_SIZE }

let row: EventRow

const { api, guest, event } = freshOrma()
beforeEach(async () => {
  await api.addPost(event, guest)
  row = await rowOf(event)
})

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

it('kept pages of feeds are limited where a million empty ones are asked for', async () => {
  const { pages, reads } = keepPages(100_000)
  const read = (page: number) => pages.read(row, { ...PAGE_1, page }, undefined)
  await read(FIRST_PAGE)
  await read(FIRST_PAGE)
  expect(reads).toHaveLength(1)
  for (let page = 1000; page < 1500; page += 1) await read(page)
  await read(FIRST_PAGE)
  expect(reads).toHaveLength(502)
})

it('kept pages of feeds differ by what they follow, number and length', async () => {
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
