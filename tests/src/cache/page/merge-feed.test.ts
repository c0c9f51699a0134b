import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { mergeIntoFeed } from '../../../../src/cache/page/merge-feed.ts'
import { removeCachedPost } from '../../../../src/cache/page/post-cache.ts'
import { showPost } from '../../../../src/cache/page/show-post.ts'
import { queryKeys } from '../../../../src/cache/query-keys.ts'
import { allPosts, listOf } from '../../../../src/posts/post-list.ts'
import type { PostPages } from '../../../../src/posts/post-list.ts'
import { downFrom, EVENT_HASH, inPages, makePost } from '../../../support/post-shapes.ts'

const feedKey = queryKeys.feed(EVENT_HASH)
const newestKey = queryKeys.newest(EVENT_HASH)
const FIRST_PAGE = downFrom(100, 101 - PAGE_SIZE)
const SECOND_PAGE = downFrom(100 - PAGE_SIZE, 101 - 2 * PAGE_SIZE)

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

const idsUnder = (key: readonly unknown[]) =>
  allPosts(client.getQueryData<PostPages>(key)!).map(({ id }) => id)
/** As a page does whose top is in view. */
const joinNewest = () => {
  const posts = allPosts(client.getQueryData<PostPages>(newestKey)!)
  mergeIntoFeed(client, EVENT_HASH, { posts, isTop: true, isEnd: false })
}

describe('a photo that has changed, in a feed that is looked at', () => {
  it('takes nothing out of the feed where a newer one was just deleted', () => {
    client.setQueryData(newestKey, listOf(FIRST_PAGE))
    client.setQueryData(feedKey, inPages(FIRST_PAGE, SECOND_PAGE))
    removeCachedPost(client, { event_hash: EVENT_HASH, post_id: 99 })
    showPost(client, SECOND_PAGE.at(-1)!)
    expect(idsUnder(newestKey)).not.toContain(SECOND_PAGE.at(-1)!.id)
    joinNewest()
    const left = [...FIRST_PAGE, ...SECOND_PAGE].map(({ id }) => id).filter((id) => id !== 99)
    expect(idsUnder(feedKey)).toEqual(left)
  })

  it('is left to the next page where it is below all that are loaded', () => {
    client.setQueryData(newestKey, listOf(FIRST_PAGE))
    client.setQueryData(feedKey, inPages(FIRST_PAGE))
    removeCachedPost(client, { event_hash: EVENT_HASH, post_id: 99 })
    showPost(client, makePost(3))
    joinNewest()
    expect(idsUnder(feedKey)).not.toContain(3)
  })

  it('comes in as the oldest of all where the feed is known to its end', () => {
    client.setQueryData(newestKey, listOf(downFrom(4, 2)))
    client.setQueryData(feedKey, inPages(downFrom(4, 2), []))
    showPost(client, makePost(1))
    joinNewest()
    expect(idsUnder(feedKey)).toEqual([4, 3, 2, 1])
  })
})

describe('a photo that comes with a page of the feed', () => {
  it('is among those that are not processed no more', () => {
    const pendingKey = queryKeys.pending(EVENT_HASH, 1)
    const [known, still] = [101, 102].map((id) => makePost(id, { status: 'READYFORPROCESSING' }))
    client.setQueryData(pendingKey, [still, known])
    client.setQueryData(newestKey, listOf([makePost(101), ...FIRST_PAGE]))
    client.setQueryData(feedKey, inPages(FIRST_PAGE))
    joinNewest()
    expect(idsUnder(feedKey)).toContain(101)
    expect(client.getQueryData(pendingKey)).toEqual([still])
  })

  it('leaves a list without it to be asked for again as it was to be', () => {
    const flaggedKey = queryKeys.flagged(EVENT_HASH, 1)
    client.setQueryData(flaggedKey, [makePost(102, { status: 'FAILEDBYNUDITY' })])
    void client.invalidateQueries({ queryKey: flaggedKey })
    client.setQueryData(newestKey, listOf(FIRST_PAGE))
    client.setQueryData(feedKey, inPages(FIRST_PAGE))
    joinNewest()
    expect(client.getQueryState(flaggedKey)?.isInvalidated).toBe(true)
  })
})
