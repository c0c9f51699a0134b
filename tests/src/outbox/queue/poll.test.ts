import { beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../../contract/entities.ts'
import { ApiError } from '../../../../src/api/api-error.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { endPoll, createPoll } from '../../../../src/outbox/queue/poll.ts'
import type { PostNews } from '../../../../src/outbox/queue/poll.ts'
import { unwant } from '../../../../src/outbox/queue/photo-actions.ts'
import {
  EVENT,
  NOW,
  USER_ID,
  emptyOutbox,
  photoOf,
  postOf,
  put,
} from '../../../support/outbox-photos.ts'

let outbox: Outbox
let now: number
/** Times at which the pending posts were asked for. */
let asked: number[]
let pending: Post[] | ApiError
/** Posts that can be read; any other is gone. */
let posts: Map<number, Post>
let finished: Post[]
/** What a person does while the server is asked. */
let discard: () => Promise<void>

beforeEach(() => {
  outbox = emptyOutbox()
  now = NOW
  asked = []
  pending = []
  posts = new Map()
  finished = []
  discard = async () => undefined
})

const poll = () =>
  createPoll({
    outbox,
    readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
    listPending: async (eventHash) => {
      expect(eventHash).toBe(EVENT)
      asked.push(now)
      await discard()
      if (pending instanceof ApiError) throw pending
      return pending
    },
    getPost: async (_eventHash, postId) => {
      const post = posts.get(postId)
      if (!post) throw new ApiError(404, 'This post does not exist.', { code: 'post_not_found' })
      return post
    },
    onFinished: (post) => finished.push(post),
    now: () => now,
  })()

async function processing(changes: Partial<OutboxPhoto> = {}): Promise<Post> {
  const key = await put(outbox, { state: 'processing', pollsLeft: 5, ...changes })
  await outbox.change(key, ({ seq }) => ({ postId: seq }))
  return postOf((await photoOf(outbox, key))!)
}

const only = async () => (await outbox.list())[0]

describe('the processing poll', () => {
  // Specification: 3.20, 4.18, 9.10
  it('asks at most 5 times for a post, every 10 s, whichever worker dies', async () => {
    pending = [await processing()]
    let dueAt: number | undefined = now
    while (dueAt !== undefined) {
      now = dueAt
      dueAt = await poll()
    }
    expect(asked.map((time) => (time - NOW) / 1000)).toEqual([0, 10, 20, 30, 40])
    expect(await only()).toMatchObject({ state: 'done', postStatus: null })
    expect(await poll()).toBeUndefined()
    expect(asked).toHaveLength(5)
  })

  // Specification: 4.16, 4.19
  it('shows a post that is no longer pending as the server tells it', async () => {
    const post = await processing()
    const shown: Post = { ...post, status: 'COMPLETED', image_url: '/media/a' }
    posts.set(post.id, shown)
    expect(await poll()).toBeUndefined()
    expect(finished).toEqual([shown])
    expect(await only()).toMatchObject({ state: 'done', postStatus: 'COMPLETED' })
  })

  it('tells flagged and failed posts apart', async () => {
    const [flagged, failed] = [await processing(), await processing()]
    pending = [
      { ...flagged, status: 'FAILEDBYNUDITY' },
      { ...failed, status: 'FAILEDPROCESSING' },
    ]
    await poll()
    const [first, second] = await outbox.list()
    expect(first).toMatchObject({ state: 'done', postStatus: 'FAILEDBYNUDITY' })
    expect(second).toMatchObject({ state: 'refused', reasonCode: 'processing_failed' })
    expect(finished).toHaveLength(2)
  })

  it('calls a post gone that cannot be read any more', async () => {
    await processing()
    await poll()
    expect(await only()).toMatchObject({ state: 'done', postStatus: 'GONE' })
    expect(finished).toEqual([])
  })

  // Specification: 4.21
  it.each([401, 500])('takes no notice of an answer of %i, and asks again', async (status) => {
    const post = await processing()
    pending = new ApiError(status, 'no', { code: 'some_code' })
    now = (await poll())!
    expect(await only()).toMatchObject({ state: 'processing', pollsLeft: 4 })
    pending = []
    posts.set(post.id, { ...post, status: 'COMPLETED' })
    await poll()
    expect(await only()).toMatchObject({ state: 'done' })
  })

  it('leaves a photo alone that is discarded while it is asked about', async () => {
    const post = await processing()
    posts.set(post.id, { ...post, status: 'COMPLETED' })
    const { key } = (await only())!
    discard = () => unwant(outbox, key, now)
    await poll()
    expect(await only()).toMatchObject({ state: 'waiting', isUnwanted: true, postId: null })
    expect(finished).toEqual([])
  })

  it('asks once for all photos of an Orma', async () => {
    pending = [await processing(), await processing(), await processing()]
    await poll()
    expect(asked).toHaveLength(1)
  })

  it("does not ask for another user's photos", async () => {
    const key = await put(outbox, { state: 'processing', ownerUserId: USER_ID + 1, pollsLeft: 5 })
    expect(await poll()).toBeUndefined()
    expect(asked).toEqual([])
    expect(await photoOf(outbox, key)).toMatchObject({ state: 'processing', pollsLeft: 5 })
  })
})

describe('endPoll', () => {
  const news = { event_hash: EVENT, status: 'COMPLETED' } as const

  // Specification: 4.20
  it('ends the poll of a photo that the server has told of by itself', async () => {
    const { id } = await processing()
    expect(await endPoll(outbox, { ...news, id }, now)).toBe(true)
    expect(await only()).toMatchObject({ state: 'done', postStatus: 'COMPLETED', doneAt: now })
    await poll()
    expect(asked).toEqual([])
  })

  it.each<[string, PostNews['status'] | undefined, PostNews['status'], object]>([
    ['is deleted before it was shown', undefined, 'GONE', { state: 'done', postStatus: 'GONE' }],
    ['was shown and is deleted', 'COMPLETED', 'GONE', { state: 'done', postStatus: 'GONE' }],
    ['the owner has rejected', 'FAILEDBYNUDITY', 'GONE', { state: 'done', postStatus: 'GONE' }],
    [
      'could not be processed and is shown after all',
      'FAILEDPROCESSING',
      'COMPLETED',
      { state: 'done', postStatus: 'COMPLETED', reasonCode: null },
    ],
  ])('says of a photo that %s, once', async (_what, before, status, after) => {
    const { id } = await processing()
    if (before) await endPoll(outbox, { ...news, id, status: before }, now)
    expect(await endPoll(outbox, { ...news, id, status }, now)).toBe(true)
    expect(await only()).toMatchObject(after)
    expect(await endPoll(outbox, { ...news, id, status }, now)).toBe(false)
  })

  it('says what became of a photo after the polling has given up', async () => {
    const post = await processing({ postStatus: 'READYFORPROCESSING', pollsLeft: 0 })
    const { id } = post
    pending = [post]
    await poll()
    expect(await only()).toMatchObject({ state: 'done', postStatus: 'READYFORPROCESSING' })
    expect(await endPoll(outbox, { ...news, id, status: 'FAILEDBYNUDITY' }, now)).toBe(true)
    expect(await only()).toMatchObject({ state: 'done', postStatus: 'FAILEDBYNUDITY' })
  })

  it('takes no notice of posts that are not of this device, or still being processed', async () => {
    const { id } = await processing()
    expect(await endPoll(outbox, { ...news, id: id + 1 }, now)).toBe(false)
    expect(await endPoll(outbox, { ...news, id, status: 'READYFORPROCESSING' }, now)).toBe(false)
    expect(await only()).toMatchObject({ state: 'processing' })
  })
})
