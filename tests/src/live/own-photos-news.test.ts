import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { PostPages } from '../../../src/posts/post-list.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { createNews } from '../../../src/live/live-news.ts'
import { EVENT_HASH, inPages, makePost } from '../../support/post-shapes.ts'

it('news of a photo waits for an older answer about its author’s photos', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const news = createNews(client, EVENT_HASH)
  const queryKey = queryKeys.ownPosts(EVENT_HASH, 1)
  const answer = Promise.withResolvers<PostPages>()
  const reading = client.fetchQuery({ queryKey, queryFn: () => answer.promise })
  news.take({ type: 'POST_CHANGED', post: makePost(4) })
  await vi.advanceTimersByTimeAsync(300)
  answer.resolve(inPages([makePost(4, { status: 'READYFORPROCESSING' })]))
  await reading
  await vi.advanceTimersByTimeAsync(300)
  const shown = client.getQueryData<PostPages>(queryKey)?.pages.flat()
  expect(shown?.map(({ status }) => status)).toEqual(['COMPLETED'])
  news.stop()
})
