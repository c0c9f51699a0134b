import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { personPostsQuery } from '../../../../src/features/people/people-queries.ts'
import { EVENT_HASH, inPages, makePost } from '../../../support/post-shapes.ts'

const GUEST = { id: 5, name: 'Gero' }

it('a photo that waits for the owner is veiled on the page of its author, also where news has told its addresses', () => {
  const client = new QueryClient()
  const query = personPostsQuery(EVENT_HASH, GUEST.id, 'token')
  const waiting = makePost(2, { status: 'FAILEDBYNUDITY', User: GUEST })
  client.setQueryData(query.queryKey, inPages([waiting, makePost(1, { User: GUEST })]))
  const { data } = new InfiniteQueryObserver(client, query).getCurrentResult()
  expect(data?.pages.flat().map(({ image_url }) => image_url)).toEqual([null, '/media/1'])
  client.clear()
})
