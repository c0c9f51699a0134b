import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiError } from '../../../../src/api/api-error.ts'
import type { ChangeOutbox, WaitingChange } from '../../../../src/outbox/store/change-outbox.ts'
import { hurryChanges } from '../../../../src/outbox/queue/queue-hints.ts'
import { keysBeingSent, noteSending } from '../../../../src/outbox/queue/change-lock.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import {
  NOW,
  USER_ID,
  emptyChangeOutbox,
  put,
  waitingChange,
} from '../../../support/outbox-photos.ts'
import { refusal, startQueue, stored } from './drain-fixtures.ts'
import type { TestQueue } from './drain-fixtures.ts'

let queue: TestQueue
let changes: ChangeOutbox
/** What was sent, in order. */
let sent: string[]
/** What the server answers, by kind; it takes what is not named. */
let refusals: Map<string, ApiError>
let refused: string[]

beforeEach(() => {
  queue = startQueue()
  changes = emptyChangeOutbox()
  sent = []
  refusals = new Map()
  refused = []
})

const drain = () =>
  createDrain({
    ...queue.options(),
    send: async ({ photo }) => {
      sent.push('photo')
      return stored(photo)
    },
    reactions: {
      changes,
      sendChange: async ({ kind, content }) => {
        sent.push(content ?? kind)
        const answer = refusals.get(kind)
        if (answer) throw answer
        return {}
      },
      onChangeRefused: ({ kind }) => refused.push(kind),
    },
  })()

async function add(kind: WaitingChange['kind'], more: Partial<WaitingChange> = {}) {
  const change = waitingChange(kind, more)
  await changes.add(change)
  return change.key
}

describe('likes and comments that wait', () => {
  it('are sent in the order of doing, before the next photo', async () => {
    await put(queue.outbox)
    await add('like')
    await add('comment')
    await add('unlike')
    expect(await drain()).toBeUndefined()
    expect(sent).toEqual(['like', 'How lovely', 'unlike', 'photo'])
    expect(await changes.list()).toEqual([])
  })

  it.each([
    ['finds no network', refusal(500, 'no_answer'), 1000],
    ['a proxy has wait for an hour', refusal(503, 'unexpected_answer', 3600), 60_000],
  ])('wait behind the first that %s, and go when there may be one', async (_, answer, waitMs) => {
    await add('like')
    await add('comment')
    refusals.set('like', answer)
    expect(await drain()).toBe(queue.now + waitMs)
    expect(sent).toEqual(['like'])
    refusals.clear()
    await hurryChanges(changes, queue.now)
    await drain()
    expect(sent).toEqual(['like', 'like', 'How lovely'])
  })

  it('of a paused Orma let the others pass', async () => {
    await add('like')
    await add('unlike')
    await add('comment', { eventHash: 'B'.repeat(22) })
    refusals.set('like', refusal(403, 'paused'))
    expect(await drain()).toBe(queue.now + 1000)
    expect(sent).toEqual(['like', 'How lovely'])
  })

  it('do not hold up photos', async () => {
    await add('like')
    await put(queue.outbox)
    refusals.set('like', refusal(429, 'too_many_requests'))
    expect(await drain()).toBe(queue.now + 1000)
    expect(sent).toEqual(['like', 'photo'])
  })

  it('are kept as refused until somebody is told, and let the next ones pass', async () => {
    const key = await add('comment')
    await add('like')
    refusals.set('comment', refusal(404, 'post_not_found'))
    await drain()
    await drain()
    expect(sent).toEqual(['How lovely', 'like'])
    expect(refused).toEqual(['comment'])
    expect(await changes.list()).toMatchObject([{ key, state: 'refused' }])
  })

  it('go where the comment had arrived and was deleted since', async () => {
    await add('comment')
    refusals.set('comment', refusal(410, 'comment_deleted'))
    expect(await drain()).toBeUndefined()
    expect(await changes.list()).toEqual([])
    expect(refused).toEqual([])
  })

  it('are kept once however often they are added under one key', async () => {
    const key = await add('like')
    const [like] = await changes.list()
    await changes.add(like!)
    expect((await changes.list()).map((change) => change.key)).toEqual([key])
  })

  it('are left to the page that is sending them, and sent once it has gone', async () => {
    const held = { nextAt: NOW + 35_000, waitMs: 35_000, reasonCode: 'held' }
    const page = Promise.withResolvers<void>()
    noteSending(await add('like', held), page.promise)
    await add('comment')
    expect(await drain()).toBe(NOW + 35_000)
    expect(sent).toEqual(['How lovely'])
    page.resolve()
    await expect.poll(async () => (await keysBeingSent())?.size).toBe(0)
    await drain()
    expect(sent).toEqual(['How lovely', 'like'])
    expect(await changes.list()).toEqual([])
  })

  it('are sent after a time where the browser cannot tell whether their page has gone', async () => {
    vi.stubGlobal('navigator', {})
    await add('like', { nextAt: NOW + 35_000, waitMs: 35_000, reasonCode: 'held' })
    expect(await drain()).toBe(NOW + 35_000)
    queue.now += 35_000
    await drain()
    expect(sent).toEqual(['like'])
  })

  it('wait for an earlier one of the same thing that is held or fails', async () => {
    const held = { nextAt: NOW + 35_000, waitMs: 35_000, reasonCode: 'held' }
    const failing = { ...held, attempts: 5, reasonCode: 'server_error' }
    const page = Promise.withResolvers<void>()
    const edited = await add('edit-comment', { commentId: 4, content: 'first words', ...held })
    noteSending(edited, page.promise)
    await add('like', failing)
    await add('edit-comment', { commentId: 4, content: 'last words' })
    await add('edit-comment', { commentId: 5, content: 'another comment' })
    await add('unlike')
    await add('unlike', { postId: 2 })
    await add('comment')
    expect(await drain()).toBe(NOW + 35_000)
    expect(sent).toEqual(['another comment', 'unlike', 'How lovely'])
    queue.now += 35_000
    await drain()
    expect(sent.slice(3)).toEqual(['first words', 'like', 'last words', 'unlike'])
    page.resolve()
  })

  it('ask once with a token that the server does not know', async () => {
    await add('like')
    await put(queue.outbox)
    refusals.set('like', refusal(401))
    await drain()
    await drain()
    expect(sent).toEqual(['like'])
    expect(await changes.list()).toHaveLength(1)
  })

  it("are never sent in another user's name", async () => {
    await add('like', { ownerUserId: USER_ID + 1 })
    await drain()
    expect(sent).toEqual([])
  })
})
