import { beforeEach, describe, expect, it } from 'vitest'
import { retryNow } from '../../../../src/outbox/queue/photo-actions.ts'
import type { OutboxChange } from '../../../../src/outbox/store/outbox-item.ts'
import { USER_ID, changesIn, newChange, put } from '../../../support/outbox-photos.ts'
import { refusal, startQueue } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue

beforeEach(() => {
  queue = startQueue()
})

async function add(kind: OutboxChange['kind'], more: Partial<OutboxChange> = {}) {
  const change = newChange(kind, more)
  await queue.outbox.add(change)
  return change.key
}

describe('likes and comments that wait', () => {
  it('are sent in the order of doing, before the next photo', async () => {
    await put(queue.outbox)
    await add('like')
    await add('comment')
    await add('unlike')
    expect(await queue.drain()).toBeUndefined()
    expect(queue.changes).toEqual(['like', 'How lovely', 'unlike'])
    expect(await changesIn(queue.outbox)).toEqual([])
  })

  it.each([
    ['finds no network', refusal(500, 'no_answer'), 1000],
    ['a proxy has wait for an hour', refusal(503, 'unexpected_answer', 3600), 60_000],
  ])('wait behind the first that %s, and go when there may be one', async (_, answer, waitMs) => {
    await add('like')
    await add('comment')
    queue.refusals.set('like', answer)
    expect(await queue.drain()).toBe(queue.now + waitMs)
    expect(queue.changes).toEqual(['like'])
    queue.refusals.clear()
    await retryNow(queue.outbox, queue.now)
    await queue.drain()
    expect(queue.changes).toEqual(['like', 'like', 'How lovely'])
  })

  it('of a paused Orma let the others pass', async () => {
    await add('like')
    await add('unlike')
    await add('comment', { eventHash: 'B'.repeat(22) })
    queue.refusals.set('like', refusal(403, 'paused'))
    expect(await queue.drain()).toBe(queue.now + 1000)
    expect(queue.changes).toEqual(['like', 'How lovely'])
  })

  it('do not hold up photos', async () => {
    await add('like')
    await put(queue.outbox)
    queue.refusals.set('like', refusal(429, 'too_many_requests'))
    expect(await queue.drain()).toBe(queue.now + 1000)
    expect(queue.changes).toEqual(['like'])
    expect(queue.sent).toHaveLength(1)
  })

  it('are kept as refused until somebody is told, and let the next ones pass', async () => {
    const key = await add('comment')
    await add('like')
    queue.refusals.set('comment', refusal(404, 'post_not_found'))
    await queue.drain()
    await queue.drain()
    expect(queue.changes).toEqual(['How lovely', 'like'])
    expect(await changesIn(queue.outbox)).toMatchObject([{ key, state: 'refused' }])
  })

  it('go where the comment had arrived and was deleted since', async () => {
    await add('comment')
    queue.refusals.set('comment', refusal(410, 'comment_deleted'))
    expect(await queue.drain()).toBeUndefined()
    expect(await changesIn(queue.outbox)).toEqual([])
  })

  it('are kept once however often they are added under one key', async () => {
    const key = await add('like')
    const [like] = await changesIn(queue.outbox)
    await queue.outbox.add(like!)
    expect((await changesIn(queue.outbox)).map((change) => change.key)).toEqual([key])
  })

  it('wait for an earlier one of the same thing that fails on the server', async () => {
    const failing = { nextAt: queue.now + 35_000, waitMs: 35_000, attempts: 5 }
    const failed = { ...failing, reasonCode: 'server_error' }
    await add('edit-comment', { commentId: 4, content: 'first words', ...failed })
    await add('like', failed)
    await add('edit-comment', { commentId: 4, content: 'last words' })
    await add('edit-comment', { commentId: 5, content: 'another comment' })
    await add('unlike')
    await add('unlike', { postId: 2 })
    await add('comment')
    expect(await queue.drain()).toBe(queue.now + 35_000)
    expect(queue.changes).toEqual(['another comment', 'unlike', 'How lovely'])
    queue.now += 35_000
    await queue.drain()
    expect(queue.changes.slice(3)).toEqual(['first words', 'like', 'last words', 'unlike'])
  })

  it('are given up where the server fails at them three times, but for words', async () => {
    await add('like')
    await add('comment')
    for (const kind of ['like', 'comment']) queue.refusals.set(kind, refusal(500, 'internal_error'))
    for (let attempt = 0; attempt < 6; attempt++) queue.now = (await queue.drain())!
    expect(await changesIn(queue.outbox)).toMatchObject([
      { kind: 'like', state: 'refused', attempts: 3 },
      { kind: 'comment', state: 'waiting' },
    ])
  })

  it('ask once with a token that the server does not know', async () => {
    await add('like')
    await put(queue.outbox)
    queue.refusals.set('like', refusal(401))
    await queue.drain()
    await queue.drain()
    expect(queue.changes).toEqual(['like'])
    expect(await changesIn(queue.outbox)).toHaveLength(1)
  })

  it("are never sent in another user's name", async () => {
    await add('like', { ownerUserId: USER_ID + 1 })
    await queue.drain()
    expect(queue.changes).toEqual([])
  })
})
