import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { TOKEN_COOKIE } from '../../../../contract/limits.ts'
import { cachePosts, readPosts } from '../../../../src/cache/cached-posts.ts'
import { saveSession } from '../../../../src/device/token.ts'
import { createUploadWork } from '../../../../src/outbox/queue/upload-work.ts'
import { outbox } from '../../../../src/outbox/store/outbox.ts'
import { newChange, USER_ID } from '../../../support/outbox-photos.ts'
import { EVENT_HASH, makeComment, makePost } from '../../../support/post-shapes.ts'
import { ADA, stubPage } from '../../session/stub-page.ts'

beforeEach(() => {
  stubPage(`${TOKEN_COOKIE}=of-ada`)
  vi.stubGlobal('caches', { keys: async () => [] })
})

it('a comment is cached with its post before it leaves the outbox', async () => {
  const comment = makeComment(9)
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/pending_posts') ? Response.json([]) : Response.json(comment),
  )
  await saveSession({ ...ADA, user: { ...ADA.user, id: USER_ID } })
  await cachePosts([makePost(1)])
  await outbox.add(newChange('comment', { eventHash: EVENT_HASH }))
  const cached: unknown[] = []
  const remove = outbox.remove.bind(outbox)
  vi.spyOn(outbox, 'remove').mockImplementation(async (which) => {
    cached.push(...(await readPosts(EVENT_HASH, [1])))
    return remove(which)
  })
  await createUploadWork(outbox)()
  expect(cached).toMatchObject([{ commentCount: 1, Comments: [comment] }])
  expect(await outbox.list()).toEqual([])
})
