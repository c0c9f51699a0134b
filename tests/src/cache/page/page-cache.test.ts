import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../../contract/entities.ts'
import { listOf } from '../../../../src/posts/post-list.ts'
import { queryKeys } from '../../../../src/cache/query-keys.ts'
import {
  restartReads,
  changePost,
  removePosts,
  showPost,
} from '../../../../src/cache/page/post-cache.ts'
import { mergeList } from '../../../../src/cache/page/merge-list.ts'
import {
  downFrom,
  EVENT_HASH as event_hash,
  inPages,
  makePost,
} from '../../../support/post-shapes.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { postsUnder, setPosts } from '../../../support/page-posts.ts'

const feedKey = queryKeys.feed(event_hash)
const newestKey = queryKeys.newest(event_hash)
const viewKey = queryKeys.postView(event_hash, 2)
const hourKey = queryKeys.timeslot(event_hash, '2026-06-20T18')

let client: QueryClient
const shown = (key: readonly unknown[]) => postsUnder(client, key)

beforeEach(() => {
  client = new QueryClient()
  setPosts(client, feedKey, listOf(downFrom(3, 1)))
  setPosts(client, viewKey, listOf(downFrom(2, 1)))
  setPosts(client, hourKey, listOf([makePost(2)]))
})

// Specification: 3.21
it('changePost changes a post in feed, hour and post views, and no list', () => {
  const before = client.getQueryData(feedKey)
  changePost(client, 2, (post) => ({ ...post, likeCount: 7 }))
  expect(shown(feedKey)?.map(({ likeCount }) => likeCount)).toEqual([0, 7, 0])
  expect(shown(viewKey)?.map(({ likeCount }) => likeCount)).toEqual([7, 0])
  expect(shown(hourKey)?.map(({ likeCount }) => likeCount)).toEqual([7])
  expect(client.getQueryData(feedKey)).toBe(before)
})

describe('removePosts', () => {
  it('takes a post out everywhere and has the feed taken for old', () => {
    removePosts(client, event_hash, [2])
    expect(shown(feedKey)?.map(({ id }) => id)).toEqual([3, 1])
    expect(shown(viewKey)?.map(({ id }) => id)).toEqual([1])
    expect(shown(hourKey)).toEqual([])
    expect(client.getQueryState(feedKey)?.dataUpdatedAt).toBe(0)
  })

  it("has its owner's lists of people and comments asked for again", () => {
    const keys = [queryKeys.people(event_hash), queryKeys.everyComment(event_hash)]
    for (const key of keys) client.setQueryData(key, [])
    removePosts(client, event_hash, [2])
    expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  })
})

it('restartReads asks again for what is being read, and takes no answer from before', async () => {
  const key = queryKeys.comments(event_hash, 1)
  const answers: ((posts: Post[]) => void)[] = []
  const queryFn = () => new Promise<Post[]>((resolve) => answers.push(resolve))
  new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => undefined)
  await expect.poll(() => answers).toHaveLength(1)
  restartReads(client, event_hash)
  answers[0]?.([makePost(9)])
  await expect.poll(() => answers).toHaveLength(2)
  expect(client.getQueryData(key)).toBeUndefined()
  answers[1]?.([makePost(8)])
  await expect.poll(() => client.getQueryData(key)).toEqual([makePost(8)])
})

const FIRST_PAGE = downFrom(100, 101 - PAGE_SIZE)
const SECOND_PAGE = downFrom(100 - PAGE_SIZE, 101 - 2 * PAGE_SIZE)

const idsUnder = (key: readonly unknown[]) => shown(key)?.map(({ id }) => id)
/** As a page does whose top is in view. */
const joinNewest = () => {
  const posts = shown(newestKey)!
  mergeList(client, feedKey, { posts, isTop: true, isEnd: false })
}

it('a changed photo takes nothing out of a feed where one was just deleted', () => {
  setPosts(client, newestKey, listOf(FIRST_PAGE))
  setPosts(client, feedKey, inPages(FIRST_PAGE, SECOND_PAGE))
  removePosts(client, event_hash, [99])
  showPost(client, SECOND_PAGE.at(-1)!)
  expect(idsUnder(newestKey)).not.toContain(SECOND_PAGE.at(-1)!.id)
  joinNewest()
  const left = [...FIRST_PAGE, ...SECOND_PAGE].map(({ id }) => id).filter((id) => id !== 99)
  expect(idsUnder(feedKey)).toEqual(left)
})

describe('a photo that comes with a page of the feed', () => {
  it('is among those that are not processed no more', () => {
    const pendingKey = queryKeys.pending(event_hash, 1)
    const unfinished = (id: number) => makePost(id, { status: 'READYFORPROCESSING' })
    const [known, still] = [unfinished(101), unfinished(102)]
    setPosts(client, pendingKey, [still, known])
    setPosts(client, newestKey, listOf([makePost(101), ...FIRST_PAGE]))
    setPosts(client, feedKey, inPages(FIRST_PAGE))
    joinNewest()
    expect(idsUnder(feedKey)).toContain(101)
    const unshown = shown(pendingKey)?.filter(({ status }) => status !== 'COMPLETED')
    expect(unshown).toEqual([still])
  })

  it('leaves a list without it to be asked for again as it was to be', () => {
    const flaggedKey = queryKeys.flagged(event_hash, 1)
    setPosts(client, flaggedKey, [makePost(102, { status: 'FAILEDBYNUDITY' })])
    void client.invalidateQueries({ queryKey: flaggedKey })
    setPosts(client, newestKey, listOf(FIRST_PAGE))
    setPosts(client, feedKey, inPages(FIRST_PAGE))
    joinNewest()
    expect(client.getQueryState(flaggedKey)?.isInvalidated).toBe(true)
  })
})
