import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { personPostsQuery } from '../../../../src/features/people/people-queries.ts'
import { EVENT_HASH, inPages, makePost } from '../../../support/post-shapes.ts'

const GUEST = { id: 5, name: 'Gero' }

it('a flagged photo is veiled on its author’s page, one in review is seen', () => {
  const client = new QueryClient()
  const query = personPostsQuery(EVENT_HASH, GUEST.id, 'token')
  const waiting = { status: 'FAILEDBYNUDITY', User: GUEST } as const
  const posts = [
    makePost(3, { ...waiting, reviewReason: 'nudity' }),
    makePost(2, { ...waiting, reviewReason: 'review' }),
    makePost(1, { User: GUEST }),
  ]
  client.setQueryData(query.queryKey, inPages(posts))
  const { data } = new InfiniteQueryObserver(client, query).getCurrentResult()
  expect(data?.pages.flat().map(({ image_url }) => image_url)).toEqual([
    null,
    '/media/2',
    '/media/1',
  ])
  client.clear()
})
