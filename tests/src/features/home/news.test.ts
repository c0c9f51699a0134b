import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { guestCookie, PAGE_SIZE } from '../../../../contract/limits.ts'
import { newsIn, newsQuery } from '../../../../src/features/home/news.ts'
import { EVENT_HASH, makePost } from '../../../support/post-shapes.ts'
import { ADA, stubPage } from '../../session/stub-page.ts'

const posts = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    makePost(count - at, { compressed_url: `/${count - at}` }),
  )

describe('what is new in an Orma', () => {
  it('is what came after the newest post that was seen', () => {
    const news = newsIn(posts(6), { seen: makePost(2), userId: undefined })
    expect(news).toEqual({ count: 4, isMore: false, pictures: ['/6', '/5', '/4'] })
  })

  it('is nothing where all was seen', () => {
    expect(newsIn(posts(2), { seen: makePost(2), userId: undefined }).count).toBe(0)
  })

  it('leaves out one’s own photos', () => {
    const byAna = makePost(3, { User: { id: 7, name: 'Ana' } })
    const own = makePost(2, { User: { id: 8, name: 'Ben' } })
    const seen = makePost(1)
    expect(newsIn([byAna, own, seen], { seen, userId: 8 }).count).toBe(1)
  })

  it('leaves out those of the guest by name who is there', async () => {
    const cookies = ['x'.repeat(22), EVENT_HASH].map((orma) => `${guestCookie(orma)}=of-${orma}`)
    stubPage(cookies.join('; '))
    const nora = { ...ADA.user, id: 8, name: 'Nora', phone: '', guestOf: EVENT_HASH }
    const seen = makePost(1)
    const listed = [makePost(3), makePost(2, { User: { id: 8, name: 'Nora' } }), seen]
    vi.stubGlobal('fetch', async (address: unknown, { headers }: RequestInit) => {
      const isThere = new Headers(headers).get('authorization') === `of-${EVENT_HASH}`
      const user = isThere ? nora : { ...nora, id: 9, guestOf: 'x'.repeat(22) }
      return Response.json(String(address).endsWith('/verify') ? { user } : listed)
    })
    const news = await new QueryClient().fetchQuery(newsQuery({ event_hash: EVENT_HASH, seen }))
    expect(news.count).toBe(1)
  })

  it('may be more than one page of the feed', () => {
    const { count, isMore } = newsIn(posts(PAGE_SIZE + 1).slice(0, PAGE_SIZE), {
      seen: makePost(1),
      userId: undefined,
    })
    expect([count, isMore]).toEqual([PAGE_SIZE, true])
  })
})
