import { afterEach, beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import { startOrmaPeople } from '../../support/orma-people.ts'
import type { OrmaApi } from '../../support/orma-api.ts'

let api: OrmaApi
let event: Event
/** The newest first. */
let all: number[]

beforeEach(async () => {
  let guest
  ;({ api, guest, event } = await startOrmaPeople())
  all = []
  for (let n = 0; n < 100; n += 1) all.unshift((await api.addPost(event, guest)).id)
})

afterEach(() => api.close())

function list(page: number, query: Record<string, string | number> = {}) {
  return api.request(calls.listPosts, { params: { event_hash: event.event_hash, page }, query })
}

async function ids(...asked: Parameters<typeof list>): Promise<number[]> {
  const { status, body } = await list(...asked)
  expect(status).toBe(200)
  return body.map((post: Post) => post.id)
}

it('the feed has up to 96 posts a page where so many are asked for, from the top and after a post', async () => {
  expect(await ids(1, { limit: 96 })).toEqual(all.slice(0, 96))
  expect(await ids(1, { limit: 96, after: all[95] ?? 0 })).toEqual(all.slice(96))
  expect(await ids(2, { limit: 30 })).toEqual(all.slice(30, 60))
  expect(await ids(1, { limit: 1 })).toEqual(all.slice(0, 1))
  // What one reader asked for is not what the next one gets.
  expect(await ids(1)).toEqual(all.slice(0, 24))
})

it('the feed refuses pages of more than 96 posts, or of none, with 400 and says how many there can be', async () => {
  for (const limit of ['97', '100', '0', '-1', '1.5', 'x', '']) {
    const { status, body } = await list(1, { limit })
    expect([status, body.field]).toEqual([400, 'limit'])
    expect(body.error).toBe('A page has 1 to 96 posts.')
  }
})
