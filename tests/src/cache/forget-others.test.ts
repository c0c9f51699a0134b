import 'fake-indexeddb/auto'
import { beforeAll, expect, it, vi } from 'vitest'
import { readAnswer, readFirstPage, writeAnswer } from '../../../src/cache/answers.ts'
import { noteVisit } from '../../../src/cache/cached-ormas.ts'
import { cachePosts, readPosts } from '../../../src/cache/cached-posts.ts'
import { forgetOthers } from '../../../src/cache/forget-others.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { listOf } from '../../../src/posts/post-list.ts'
import { fakeCache } from '../../support/fake-cache.ts'
import { EVENT_HASH, makeComment, makeEvent, makePost } from '../../support/post-shapes.ts'

const nameOf = (id: number) => String(id).repeat(32)
const mediaOf = (id: number) => ({
  image_url: `/media/${nameOf(id)}/full.webp`,
  compressed_url: `/media/${nameOf(id)}/thumb.webp`,
})
const own = makePost(1, { ...mediaOf(1), User: { id: 7, name: 'Grace' } })
const others = makePost(2, { ...mediaOf(2), User: { id: 8, name: 'Olga' } })
const EVENT = queryKeys.event(EVENT_HASH)
const pictures = fakeCache('http://here')

beforeAll(() => {
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => pictures,
  })
})

it('of an Orma that is hidden one’s own posts and its pictures stay', async () => {
  await noteVisit(EVENT_HASH)
  await cachePosts([own, others])
  const [slots, comments] = [
    queryKeys.timeslots(EVENT_HASH),
    queryKeys.comments(EVENT_HASH, others.id),
  ]
  await writeAnswer(slots, [{ timeslot: '2026-06-14T20', count: 2, cover: '/media/2' }], 1)
  await writeAnswer(comments, [makeComment(3)], 1)
  // Of a photo of which only a cover was seen.
  for (const id of [1, 2, 3]) await pictures.put(mediaOf(id).compressed_url, new Response('x'))
  await pictures.put('/media/event/a.jpg', new Response('banner'))

  await forgetOthers(EVENT_HASH, 7)
  expect(await readPosts(EVENT_HASH, [1, 2])).toEqual([own])
  expect(await readAnswer(slots)).toBeUndefined()
  expect(await readAnswer(comments)).toBeUndefined()
  expect([...pictures.kept.keys()].map((url) => new URL(url).pathname)).toEqual([
    mediaOf(1).compressed_url,
    '/media/event/a.jpg',
  ])
  await forgetOthers(EVENT_HASH, undefined)
  expect(await readPosts(EVENT_HASH, [1])).toEqual([])
})

it('the first look of a hidden Orma shows posts to organisers alone', async () => {
  await noteVisit(EVENT_HASH)
  await writeAnswer(queryKeys.feed(EVENT_HASH), listOf([own, others], true), 1)
  const first = async (changes: Parameters<typeof makeEvent>[0]) => {
    await writeAnswer(EVENT, makeEvent(changes), Date.now())
    const { posts } = (await readFirstPage(EVENT_HASH)) ?? {}
    return posts?.length
  }
  expect(await first({})).toBe(2)
  expect(await first({ revealAt: 'later' })).toBeUndefined()
  expect(await first({ guestsSee: 'own' })).toBeUndefined()
  expect(await first({ guestsSee: 'own', organisers: [] })).toBe(2)
  const soon = (ms: number) => ({ revealAt: new Date(Date.now() + ms).toISOString() })
  expect([await first(soon(60_000)), await first(soon(-1))]).toEqual([undefined, 2])
})
