import 'fake-indexeddb/auto'
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { byPage, listOf } from '../../../src/posts/post-list.ts'
import { endSession } from '../../../src/session/session-query.ts'
import { EVENT_HASH, downFrom, inPages } from '../../support/post-shapes.ts'
import { stubPage } from './stub-page.ts'

beforeEach(() => stubPage())

it('whoever signs out deep in a feed has its newest page asked for', async () => {
  const client = new QueryClient()
  const { feed, newest } = queryKeys
  client.setQueryData(
    feed(EVENT_HASH),
    inPages(downFrom(72, 49), downFrom(48, 25), downFrom(24, 1)),
  )
  client.setQueryData(newest(EVENT_HASH), listOf(downFrom(72, 49)))
  const askPage = vi.fn<() => Promise<Post[]>>().mockResolvedValue([])
  const askNewest = vi.fn<() => Promise<unknown>>().mockResolvedValue(listOf(downFrom(72, 49)))
  const options = { staleTime: Infinity }
  const shown = [
    new InfiniteQueryObserver(client, {
      ...byPage,
      ...options,
      queryKey: feed(EVENT_HASH),
      queryFn: askPage,
    }).subscribe(() => undefined),
    new QueryObserver(client, {
      ...options,
      queryKey: newest(EVENT_HASH),
      queryFn: askNewest,
    }).subscribe(() => undefined),
  ]
  await endSession(client)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(askNewest).toHaveBeenCalledTimes(1)
  expect(askPage).not.toHaveBeenCalled()
  for (const leave of shown) leave()
  client.clear()
})
