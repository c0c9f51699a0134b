import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceFinished } from '../../../src/outbox/queue/announce.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { followOrma } from '../../../src/live/live-orma.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { EVENT_HASH, downFrom, idsOf, makePost } from '../../support/post-shapes.ts'

const newestKey = queryKeys.newest(EVENT_HASH)

beforeEach(() => {
  // A page out of sight has no stream.
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }))
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('without a stream, a photo that was seen finished by whoever sends it is shown as if the stream had told of it', async () => {
  const client = new QueryClient()
  client.setQueryData(newestKey, listOf(downFrom(3, 1)))
  client.setQueryData(queryKeys.pending(EVENT_HASH, 1), [makePost(4)])
  const stop = followOrma(client, EVENT_HASH, { userId: 1, token: undefined })
  const shown = () => idsOf(client.getQueryData<PostPages>(newestKey) ?? listOf([]))
  // Until the page listens.
  const told = setInterval(() => {
    announceFinished(makePost(4))
    announceFinished(makePost(5, { event_hash: 'b'.repeat(22) }))
  }, 50)
  await vi.waitFor(() => expect(shown()).toEqual([4, 3, 2, 1]))
  expect(client.getQueryData(queryKeys.pending(EVENT_HASH, 1))).toEqual([])
  clearInterval(told)
  stop()
})
