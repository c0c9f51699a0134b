import 'fake-indexeddb/auto'
import { set } from 'idb-keyval'
import { expect, it } from 'vitest'
import { readAnswer } from '../../../src/cache/answers.ts'
import { answers, posts, recordOf } from '../../../src/cache/cache-database.ts'
import { readPosts } from '../../../src/cache/cached-posts.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { EVENT_HASH, makeEvent, makePost } from '../../support/post-shapes.ts'

it('what was cached before there were videos opens as photos', async () => {
  const { allowVideos, maxVideoSeconds, maxVideoBytes, ...event } = makeEvent()
  const { kind, ...post } = makePost(1)
  await set([...queryKeys.event(EVENT_HASH)], recordOf(event), answers)
  await set([EVENT_HASH, 1], recordOf(post), posts)
  const videos = { allowVideos: false, maxVideoSeconds, maxVideoBytes }
  expect((await readAnswer(queryKeys.event(EVENT_HASH)))?.data).toEqual({ ...event, ...videos })
  expect(await readPosts(EVENT_HASH, [1])).toEqual([{ ...post, kind: 'photo' }])
  expect([allowVideos, kind]).toEqual([false, 'photo'])
})
